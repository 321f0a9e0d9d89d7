import { operationCalls, type CallDeclaration, type StoredFile } from '@eyrie/domain';
import { download } from '../../platform/http.ts';
import { listRoom, type CellTools, type RecordAction, removeBy } from '../../platform/list/index.ts';
import { saveFile } from '../../platform/save-file.ts';
import { sizeText } from '../../platform/size-text.ts';
import './operation.css';

const saveBy = (call: CallDeclaration): RecordAction<StoredFile & { oid: string }> => ({
  icon: 'download',
  label: 'operation.files.download',
  call,
  run: ({ name }) =>
    // A failure shows itself.
    void download(call, { name })
      .then((file) => saveFile(file, name))
      .catch(() => undefined),
});

const columnsOfAll = ({ text, figures }: CellTools) => [
  {
    title: text('operation.files.madeAt'),
    width: 180,
    render: (_: unknown, { madeAt }: StoredFile) => <bdi>{figures.time(madeAt)}</bdi>,
  },
  {
    title: text('field.file'),
    width: 300,
    ellipsis: true,
    render: (_: unknown, { name }: StoredFile) => <bdi dir="ltr">{name}</bdi>,
  },
  {
    title: text('field.size'),
    width: 110,
    align: 'end' as const,
    render: (_: unknown, { size }: StoredFile) => sizeText(size, figures, text),
  },
];

const shared = {
  // What changes in the background changes these lists.
  word: 'operation',
  icon: 'layers',
  whole: true,
  filters: {},
  keyOf: ({ name }: Pick<StoredFile, 'name'>) => name,
  nameOf: ({ name }: Pick<StoredFile, 'name'>) => name,
  actionsWidth: 100,
} as const;

export const backupFiles = listRoom({
  ...shared,
  title: 'operation.tab.backup',
  none: 'operation.files.none.backup',
  noneFound: 'operation.files.none.backup',
  calls: { query: operationCalls.backupQuery, remove: operationCalls.backupDelete },
  minWidth: 1260,
  note: (answer, { text }) => (
    <p className="operation-hint ey-hint">
      {text('operation.plan.hint', { server: (answer as { instanceId?: string }).instanceId ?? '–' })}
    </p>
  ),
  // What a backup holds, and whether it was read again since.
  columns: (tools) => [
    ...columnsOfAll(tools),
    {
      title: tools.text('operation.files.rows'),
      fold: 3,
      width: 110,
      align: 'end',
      render: (_, file) => tools.figures.amount(file.rows),
    },
    {
      title: tools.text('operation.files.files'),
      fold: 2,
      width: 110,
      align: 'end',
      render: (_, file) => tools.figures.amount(file.files),
    },
    {
      title: tools.text('operation.files.checked'),
      width: 180,
      render: (_, { checkedAt }) =>
        checkedAt === null ? (
          tools.text('operation.files.unchecked')
        ) : (
          <bdi>{tools.figures.time(checkedAt)}</bdi>
        ),
    },
    {
      title: 'SHA-256',
      ellipsis: true,
      render: (_, { sha256 }) => <bdi dir="ltr">{sha256 ?? tools.figures.amount(null)}</bdi>,
    },
  ],
  removal: {
    title: 'operation.files.deleteTitle',
    done: 'operation.files.deleted',
    request: (names) => ({ names }),
  },
  actions: [saveBy(operationCalls.backupDownload), removeBy(operationCalls.backupDelete)],
});

export const diagnosisFiles = listRoom({
  ...shared,
  title: 'operation.tab.diagnosis',
  none: 'operation.files.none.diagnosis',
  noneFound: 'operation.files.none.diagnosis',
  calls: { query: operationCalls.diagnosisQuery },
  minWidth: 760,
  columns: columnsOfAll,
  actions: [saveBy(operationCalls.diagnosisDownload)],
});
