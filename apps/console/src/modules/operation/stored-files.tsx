import { operationCalls, type StoredFile } from '@eyrie/domain';
import { DataTable, EmptyPage, Icon, loadStateOf, type DataColumns } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useConfirmDeletion } from '../../platform/deletion.ts';
import { useFigures } from '../../platform/figures.ts';
import { download } from '../../platform/http.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { BackupPlan } from './backup-plan.tsx';
import { sizeText } from './figure-text.ts';
import { useBackupDelete, useBegin, useStoredFiles, useNewestWork } from './operation.queries.ts';
import { WorkProgress, WorkState } from './work-state.tsx';
import './operation.css';

type Kind = 'backup' | 'diagnosis';
const beginCalls = { backup: operationCalls.backup, diagnosis: operationCalls.diagnosis };
const downloadCalls = {
  backup: operationCalls.backupDownload,
  diagnosis: operationCalls.diagnosisDownload,
};

/** What a backup holds, and whether it was read again since. */
const useBackupColumns = (): DataColumns<StoredFile> => {
  const text = useText();
  const figures = useFigures();
  return [
    {
      title: text('operation.files.rows'),
      fold: 3,
      width: 110,
      align: 'end',
      render: (_, file) => figures.amount(file.rows),
    },
    {
      title: text('operation.files.files'),
      fold: 2,
      width: 110,
      align: 'end',
      render: (_, file) => figures.amount(file.files),
    },
    {
      title: text('operation.files.checked'),
      width: 180,
      render: (_, { checkedAt }) =>
        checkedAt === null ? text('operation.files.unchecked') : <bdi>{figures.time(checkedAt)}</bdi>,
    },
    {
      title: 'SHA-256',
      ellipsis: true,
      render: (_, { sha256 }) => <bdi dir="ltr">{sha256 ?? figures.amount(null)}</bdi>,
    },
  ];
};

const useActions = (kind: Kind): ((file: StoredFile) => ReactNode) => {
  const text = useText();
  const confirmDeletion = useConfirmDeletion();
  const remove = useBackupDelete();
  const saving = useMutation({
    mutationFn: async (name: string) => saveFile(await download(downloadCalls[kind], { name }), name),
  });
  const ask = async (name: string): Promise<void> => {
    if (await confirmDeletion(text('operation.files.deleteTitle', { name }))) remove.mutate([name]);
  };
  return (file) => (
    <>
      <Allowed call={downloadCalls[kind]} record={file}>
        <RowAction
          icon="download"
          label={text('operation.files.download')}
          onClick={() => saving.mutate(file.name)}
        />
      </Allowed>
      {kind === 'backup' ? (
        <Allowed call={operationCalls.backupDelete} record={file}>
          <RowAction icon="trash" danger label={text('app.delete')} onClick={() => void ask(file.name)} />
        </Allowed>
      ) : null}
    </>
  );
};

const useColumns = (kind: Kind): DataColumns<StoredFile> => {
  const text = useText();
  const figures = useFigures();
  const ofBackups = useBackupColumns();
  const actions = useActions(kind);
  return [
    {
      title: text('operation.files.madeAt'),
      width: 180,
      render: (_, { madeAt }) => <bdi>{figures.time(madeAt)}</bdi>,
    },
    {
      title: text('operation.files.name'),
      width: 300,
      ellipsis: true,
      render: (_, { name }) => <bdi dir="ltr">{name}</bdi>,
    },
    {
      title: text('operation.files.size'),
      width: 110,
      align: 'end',
      render: (_, { size }) => sizeText(size, figures, text),
    },
    ...(kind === 'backup' ? ofBackups : []),
    { title: text('app.operations'), fixed: 'end', width: 100, render: (_, file) => actions(file) },
  ];
};

/** Files that the server makes for its operators: the way to make one, how far it is, and those that lie there. */
export function StoredFiles({ kind }: { kind: Kind }): ReactNode {
  const text = useText();
  const columns = useColumns(kind);
  const begin = useBegin(kind);
  const { data: work } = useNewestWork(kind);
  const files = useStoredFiles(kind, work);
  const { data } = files;
  const busy = work?.state === 'queued' || work?.state === 'running';
  return (
    <div className="tabbed-list">
      {kind === 'backup' ? <BackupPlan server={data?.instanceId} /> : null}
      <p className="operation-hint">{text(`operation.files.hint.${kind}`)}</p>
      <div className="operation-begin" role="status">
        <Allowed call={beginCalls[kind]}>
          <Button
            type="primary"
            loading={begin.isPending || busy}
            icon={<Icon name={kind === 'backup' ? 'layers' : 'pulse'} size={16} />}
            onClick={() => begin.mutate()}
          >
            {text(`operation.files.begin.${kind}`)}
          </Button>
        </Allowed>
        {work && work.state !== 'done' ? (
          <span className="operation-progress">
            <WorkState work={work} />
            <WorkProgress work={work} />
            {work.error ? <bdi dir="ltr">{work.error}</bdi> : null}
          </span>
        ) : null}
      </div>
      <div className="tabbed-list-body">
        <DataTable<StoredFile>
          label={text(`operation.tab.${kind}`)}
          columns={columns}
          rows={data?.list ?? []}
          rowKey={(file) => file.name}
          load={loadStateOf(files)}
          minWidth={kind === 'backup' ? 1260 : 760}
          empty={<EmptyPage icon="layers" sentence={text(`operation.files.none.${kind}`)} />}
        />
      </div>
    </div>
  );
}
