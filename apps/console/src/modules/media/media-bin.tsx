import { keepingCalls, type BinItem } from '@eyrie/domain';
import { DataTable, EmptyPage, loadStateOf, type DataColumns } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { useBin, useRelease, useRestore, useRetention } from './keeping.queries.ts';
import { RetentionDialog } from './retention-dialog.tsx';

interface Acts {
  busy: boolean;
  restore: (file: BinItem) => void;
  release: (file: BinItem) => void;
}

const columnsOf = (
  text: TextOf,
  figures: Figures,
  { busy, restore, release }: Acts,
): DataColumns<BinItem> => [
  {
    key: 'name',
    title: text('media.name'),
    width: 240,
    render: (_, { name }) => <bdi>{name}</bdi>,
  },
  { key: 'kind', title: text('media.kind'), width: 90, render: (_, { kind }) => text(`media.kind.${kind}`) },
  {
    key: 'size',
    title: text('field.size'),
    width: 100,
    align: 'end',
    render: (_, { size }) => sizeText(size, figures, text),
  },
  {
    key: 'deletedAt',
    title: text('media.deletedAt'),
    width: 170,
    render: (_, { deletedAt }) => <bdi>{figures.time(deletedAt)}</bdi>,
  },
  {
    key: 'deletedBy',
    title: text('media.deletedBy'),
    width: 140,
    fold: 1,
    render: (_, { deletedBy }) => <bdi>{deletedBy ?? text('media.deletedByRule')}</bdi>,
  },
  {
    key: 'goesAt',
    title: text('media.goesAt'),
    width: 170,
    render: (_, { goesAt, heldReason }) => (
      <bdi>{goesAt === null ? text('media.heldFor', { reason: heldReason }) : figures.time(goesAt)}</bdi>
    ),
  },
  {
    key: 'acts',
    title: '',
    width: 250,
    render: (_, file) => (
      <>
        <Allowed call={keepingCalls.restore} record={file}>
          <Button
            size="small"
            disabled={busy}
            aria-label={text('media.restoreOf', { name: file.name })}
            onClick={() => restore(file)}
          >
            {text('media.restore')}
          </Button>
        </Allowed>{' '}
        <Allowed call={keepingCalls.release} record={file}>
          <Button
            size="small"
            disabled={busy}
            aria-label={text('media.releaseOf', { name: file.name })}
            onClick={() => release(file)}
          >
            {text('media.release')}
          </Button>
        </Allowed>
      </>
    ),
  },
];

/** Deleted files, until their bytes go. */
export function MediaBin(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 50 });
  const [asked, setAsked] = useState(false);
  const bin = useBin(page);
  const restore = useRestore();
  const release = useRelease();
  const rules = useRetention();
  const acts = {
    busy: restore.isPending || release.isPending,
    release: ({ oid }: BinItem): void => release.mutate({ oids: [oid] }),
    restore: ({ oid }: BinItem): void => restore.mutate({ oids: [oid] }),
  };
  return (
    <div className="media-results-page ey-stack ey-gap-12">
      <p className="media-none">
        {text('media.binHint')}{' '}
        {rules.data ? (
          <Allowed call={keepingCalls.setRetention} record={rules.data}>
            <Button size="small" onClick={() => setAsked(true)}>
              {text('media.retention')}
            </Button>
          </Allowed>
        ) : null}
      </p>
      <DataTable
        label={text('media.bin')}
        columns={columnsOf(text, figures, acts)}
        rows={bin.data?.list ?? []}
        rowKey={({ oid }) => oid}
        load={loadStateOf(bin)}
        empty={<EmptyPage sentence={text('media.binEmpty')} />}
        paging={{
          ...page,
          total: bin.data?.total ?? 0,
          onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
        }}
      />
      {asked ? <RetentionDialog onClose={() => setAsked(false)} /> : null}
    </div>
  );
}
