import { CallRefused } from '@eyrie/client';
import { limits, regionCalls, regionKinds, type RegionKind, type ResponseOf } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

type Read = ResponseOf<typeof regionCalls.upload>;

function Rows({ read }: { read: Read }): ReactNode {
  const text = useText();
  const good = read.rows.filter(({ issues }) => issues.length === 0).length;
  return (
    <>
      <p>{text('region.importRows', { good, bad: read.rows.length - good })}</p>
      {read.more ? <p role="alert">{text('region.importMore')}</p> : null}
      <ul className="zone-rows">
        {read.rows.map(({ row, name, shape, places, issues }) => (
          <li key={row}>
            {row}. <bdi>{name}</bdi>{' '}
            {shape ? `${text(`region.shape.${shape}`)} · ${text('region.places')} ${places}` : null}
            {issues.map(({ rule, message }) => (
              <span key={rule} className="zone-fault">
                {message}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Regions of a file, judged row by row before any is added. */
export function ImportRegions({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<RegionKind>('note');
  const [group, setGroup] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const failed = (error: unknown): void => {
    if (error instanceof CallRefused) setRefusal(error.message);
    else showFailure(error);
  };
  const preview = useMutation({
    mutationFn: (given: { file: File; kind: RegionKind }) =>
      call(regionCalls.upload, { file: given.file, preview: 'true', kind: given.kind }, { toast: false }),
    onMutate: () => setRefusal(null),
    onSuccess: setRead,
    onError: (error) => {
      setRead(null);
      failed(error);
    },
  });
  const good = read?.rows.filter(({ issues }) => issues.length === 0).map(({ row }) => row) ?? [];
  const store = useMutation({
    mutationFn: (given: { file: File }) =>
      call(regionCalls.upload, { file: given.file, kind, group, rows: good.join(',') }, { toast: false }),
    onSuccess: ({ added }) => {
      showToast('success', text('region.imported', { count: added }));
      void client.invalidateQueries({ queryKey: ['region'] });
      onClose();
    },
    onError: failed,
  });
  const choose = (next: File | null, as = kind): void => {
    setFile(next);
    setKind(as);
    if (next) preview.mutate({ file: next, kind: as });
  };
  return (
    <Dialog
      open
      title={text('region.import')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={!file || good.length === 0}
            loading={store.isPending || preview.isPending}
            onClick={() => {
              if (file) store.mutate({ file });
            }}
          >
            {text('region.importNow', { count: good.length })}
          </Button>
        </>
      }
    >
      <p className="list-hint">
        {text('region.importHint', { size: limits.region.fileBytes / 1_000_000, rows: limits.region.rows })}
      </p>
      <input
        type="file"
        aria-label={text('list.chooseFile')}
        accept=".kml,.kmz,.geojson,.json,.zip"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
      />
      <div className="zone-pair ey-grid ey-gap-8">
        <Select
          aria-label={text('region.kind')}
          value={kind}
          onChange={(next) => choose(file, next)}
          options={regionKinds.map((one) => ({ value: one, label: text(`region.kind.${one}`) }))}
        />
        <Input
          aria-label={text('region.group')}
          placeholder={text('region.group')}
          count={{ max: 64 }}
          value={group}
          onChange={(event) => setGroup(event.target.value)}
        />
      </div>
      {refusal ? <p role="alert">{refusal}</p> : null}
      {read ? <Rows read={read} /> : null}
    </Dialog>
  );
}
