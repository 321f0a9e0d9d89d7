import { storageCalls, type DepartmentStorage, type ResponseOf } from '@eyrie/domain';
import { DataTable, FactList, Loaded, loadStateOf, type DataColumns } from '@eyrie/ui';
import { Button, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { QuotaDialog } from './quota-dialog.tsx';
import { useStorage } from './storage.queries.ts';

/** Rounded down: what is not full is never shown as full. */
const percentOf = ({ bytes, quota }: DepartmentStorage): number =>
  quota === null ? 0 : Math.min(100, Math.floor((bytes / quota) * 100));

function QuotaBar(props: { of: DepartmentStorage; text: TextOf; figures: Figures }): ReactNode {
  const { of, text, figures } = props;
  if (of.quota === null) return text('media.quotaNone');
  return (
    <>
      <Progress
        percent={percentOf(of)}
        format={() => figures.amount(percentOf(of), text('unit.percent'))}
        size="small"
        aria-label={text('media.quotaUsedOf', { name: of.groupName })}
        status={of.state === 'full' ? 'exception' : 'normal'}
      />
      {of.state === 'near' || of.state === 'full' ? (
        <span className="media-quota-warning">{text(`media.quotaState.${of.state}`)}</span>
      ) : null}
    </>
  );
}

const columnsOf = (
  text: TextOf,
  figures: Figures,
  onSet: (one: DepartmentStorage) => void,
): DataColumns<DepartmentStorage> => [
  {
    key: 'groupName',
    title: text('detail.key.groupOID'),
    width: 200,
    render: (_, { groupName }) => <bdi>{groupName}</bdi>,
  },
  {
    key: 'count',
    title: text('media.fileCount'),
    width: 100,
    align: 'end',
    render: (_, { count }) => figures.amount(count),
  },
  {
    key: 'bytes',
    title: text('field.size'),
    width: 110,
    align: 'end',
    render: (_, { bytes }) => sizeText(bytes, figures, text),
  },
  {
    key: 'quota',
    title: text('detail.key.quota'),
    width: 110,
    align: 'end',
    render: (_, { quota }) => (quota === null ? '–' : sizeText(quota, figures, text)),
  },
  {
    key: 'used',
    title: text('media.quotaUsed'),
    width: 220,
    render: (_, one) => <QuotaBar of={one} text={text} figures={figures} />,
  },
  {
    key: 'acts',
    title: '',
    width: 140,
    render: (_, one) => (
      <Allowed call={storageCalls.setQuota} record={one}>
        <Button
          size="small"
          aria-label={text('media.quotaSetOf', { name: one.groupName })}
          onClick={() => onSet(one)}
        >
          {text('media.quotaSet')}
        </Button>
      </Allowed>
    ),
  },
];

type Storage = ResponseOf<typeof storageCalls.statistics>;

function Kinds({ storage: { kinds, bin, held } }: { storage: Storage }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const said = ({ count, bytes }: { count: number; bytes: number }): string =>
    text('media.previewOf', { count: figures.amount(count), size: sizeText(bytes, figures, text) });
  return (
    <section aria-label={text('media.storageKinds')}>
      <FactList
        className="list-facts"
        facts={[
          ...kinds.map((one): [string, string] => [text(`media.kind.${one.kind}`), said(one)]),
          [text('media.bin'), said(bin)],
          [text('media.heldAll'), said(held)],
        ]}
      />
    </section>
  );
}

/** What files take: by kind, in the bin, and of each department what it takes of its quota. */
export function MediaStorage(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const storage = useStorage();
  const [setting, setSetting] = useState<DepartmentStorage | null>(null);
  return (
    <div className="media-results-page ey-stack ey-gap-12">
      <p className="media-none">{text('media.storageHint')}</p>
      <Loaded state={loadStateOf(storage)}>
        {() => (storage.data ? <Kinds storage={storage.data} /> : null)}
      </Loaded>
      <DataTable
        label={text('media.storageDepartments')}
        columns={columnsOf(text, figures, setSetting)}
        rows={storage.data?.departments ?? []}
        rowKey={({ groupOID }) => groupOID}
        load={loadStateOf(storage)}
      />
      {setting ? <QuotaDialog of={setting} onClose={() => setSetting(null)} /> : null}
    </div>
  );
}

/** Says before anybody uploads that the room of a department runs out; nothing where there is enough. */
export function StorageWarning(): ReactNode {
  const text = useText();
  const scarce = (useStorage().data?.departments ?? []).filter(
    ({ state }) => state === 'near' || state === 'full',
  );
  if (scarce.length === 0) return null;
  return (
    <ul className="media-faults" role="status">
      {scarce.map((one) => (
        <li key={one.groupOID}>
          {text(one.state === 'full' ? 'media.quotaFullOf' : 'media.quotaNearOf', {
            name: one.groupName,
            percent: percentOf(one),
          })}
        </li>
      ))}
    </ul>
  );
}
