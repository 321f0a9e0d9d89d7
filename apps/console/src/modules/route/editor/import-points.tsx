import { pointKinds, routeCalls, type RoutePlan } from '@eyrie/domain';
import { joinRoute } from '@eyrie/planner';
import { Dialog } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../platform/failures.ts';
import { call } from '../../../platform/http.ts';
import { useOneFile } from '../../../platform/one-file.ts';
import { useText } from '../../../platform/text.tsx';
import { bounds } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { TableFaults, TemplateButton } from '../table-faults.tsx';
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
      <TemplateButton />
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
      {read.data && read.data.faults > 0 ? <TableFaults file={read.data} /> : null}
      {found ? <p>{text('planner.import.good', { count: countIn(found) })}</p> : null}
    </Dialog>
  );
}
