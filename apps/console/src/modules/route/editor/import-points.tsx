import { pointKinds, routeCalls, type PointFile, type RoutePlan } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { joinRoute } from '@eyrie/planner';
import { Dialog } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Table, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../platform/failures.ts';
import { call, download } from '../../../platform/http.ts';
import { useLanguage, useMessages } from '../../../platform/language.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useOneFile } from '../../../platform/one-file.ts';
import { useText } from '../../../platform/text.tsx';
import { bounds } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { placesIn } from './drawn-places.ts';
import { freeRoom } from './free-room.ts';
import type { Editor } from './use-editor.ts';

/** Of a plan that was read what belongs to the kind that is drawn: points behind those that are there, parts beside them. */
export const takenOver = (plan: RoutePlan, read: RoutePlan): RoutePlan =>
  pointKinds.has(plan.type)
    ? joinRoute(plan, read)
    : {
        ...plan,
        area: {
          ...plan.area,
          parts: [...plan.area.parts, ...read.area.parts],
          line: read.area.line.length > 0 ? read.area.line : plan.area.line,
        },
      };

const countIn = ({ points, area }: RoutePlan): number =>
  points.length + area.parts.reduce((sum, { outer }) => sum + outer.length, area.line.length);

function Faults({ file }: { file: PointFile }): ReactNode {
  const text = useText();
  const messages = useMessages();
  const reason = (word: string): string => {
    const id = `route.row.${word}`;
    return id in messages ? text(id as PhraseId) : word;
  };
  const column = (word: string): string => {
    const id = `route.table.${word}`;
    return id in messages ? text(id as PhraseId) : word;
  };
  return (
    <>
      <p role="alert" className="planner-fault">
        {text('planner.import.faults', { count: file.faults })}
      </p>
      <Table
        size="small"
        pagination={{ pageSize: 20, hideOnSinglePage: true, size: 'small' }}
        rowKey={({ row, column: field, reason: why }) => `${row} ${field} ${why}`}
        dataSource={[...file.rows]}
        columns={[
          { title: '#', width: 90, render: (_, { row }) => text('planner.import.row', { row }) },
          { title: text('planner.import.column'), render: (_, one) => column(one.column) },
          { title: text('planner.import.value'), render: (_, { value }) => <bdi>{value}</bdi> },
          { title: text('planner.import.reason'), render: (_, one) => reason(one.reason) },
        ]}
      />
    </>
  );
}

/** Points or an area out of a file: everything that is wrong is said at once, and nothing is taken before it was looked at. */
export function ImportPoints({
  editor,
  host,
  onClose,
}: {
  editor: Editor;
  host: MapHost | null;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const onDrop = useOneFile();
  const language = useLanguage((state) => state.language);
  const as = pointKinds.has(editor.plan.type) ? 'points' : 'area';
  const [file, setFile] = useState<File | null>(null);
  const read = useMutation({
    mutationFn: ({ chosen, swap }: { chosen: File; swap: boolean }) =>
      call(routeCalls.uploadFile, { file: chosen, as, swap: swap ? 'true' : 'false' }, { toast: false }),
  });
  const found = read.data?.plan ?? null;
  const refusal = read.error ? reasonOf(read.error) : null;
  return (
    <Dialog
      open
      title={text('planner.import')}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={!found}
            onClick={() => {
              if (found) editor.edit((plan) => takenOver(plan, found));
              // What was taken may lie elsewhere than where the map looks.
              host?.fit(bounds(placesIn(editor.live)), { padding: freeRoom(60), maxZoom: 17, animate: true });
              editor.setTool('select');
              onClose();
            }}
          >
            {text('planner.import.use')}
          </Button>
        </>
      }
    >
      <Upload.Dragger
        accept=".csv,.xlsx,.kml,.kmz,.geojson,.json"
        showUploadList={false}
        onDrop={onDrop}
        beforeUpload={(chosen) => {
          setFile(chosen);
          read.mutate({ chosen, swap: false });
          return false;
        }}
      >
        <p>{text('planner.import.drop')}</p>
        {file ? <bdi>{file.name}</bdi> : null}
      </Upload.Dragger>
      <Button
        type="link"
        onClick={() =>
          void download(routeCalls.downloadExcel, { language })
            .then((bytes) => saveFile(bytes, `${text('planner.import.template')}.xlsx`))
            .catch(() => undefined)
        }
      >
        {text('planner.import.template')}
      </Button>
      {refusal ? (
        <p role="alert" className="planner-fault">
          {text('planner.import.refused', { file: file?.name ?? '' })}:{' '}
          {'text' in refusal ? refusal.text : text(refusal.id, refusal.values)}
        </p>
      ) : null}
      {read.data?.swapped && file ? (
        <p role="alert">
          {text('planner.import.swapped')}{' '}
          <Button size="small" onClick={() => read.mutate({ chosen: file, swap: true })}>
            {text('planner.import.swap')}
          </Button>
        </p>
      ) : null}
      {read.data && read.data.faults > 0 ? <Faults file={read.data} /> : null}
      {found ? <p>{text('planner.import.good', { count: countIn(found) })}</p> : null}
    </Dialog>
  );
}
