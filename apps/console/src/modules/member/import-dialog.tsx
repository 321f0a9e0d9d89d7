import { importColumns, limits, memberCalls, type ImportRow } from '@eyrie/domain';
import { DataTable, Dialog, Icon, type DataColumns } from '@eyrie/ui';
import { Alert, Button, Checkbox, Progress } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useImport, type FirstPassword, type ImportStep, type RefusedFile } from './use-import.ts';
import './people.css';

interface ChooseProps {
  reading: boolean;
  refused: RefusedFile | null;
  onFile: (file: File) => void;
}

function Choose({ reading, refused, onFile }: ChooseProps): ReactNode {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const template = async (): Promise<void> =>
    saveFile(await download(memberCalls.importTemplate, {}), `${text('member.import.file')}.xlsx`);
  return (
    <div className="member-import">
      <p>{text('member.import.hint', { max: limits.member.importRows })}</p>
      {refused ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={text('member.import.refused', { name: refused.name })}
          description={refused.why}
        />
      ) : null}
      <div className="member-secret">
        <Allowed call={memberCalls.importTemplate}>
          <Button icon={<Icon name="download" size={16} />} onClick={() => void template()}>
            {text('member.import.template')}
          </Button>
        </Allowed>
        <Allowed call={memberCalls.importPreview}>
          <Button
            type="primary"
            data-autofocus
            loading={reading}
            icon={<Icon name="upload" size={16} />}
            onClick={() => input.current?.click()}
          >
            {text(reading ? 'member.import.reading' : 'member.import.choose')}
          </Button>
        </Allowed>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text('member.import.choose')}
          accept=".csv,.xlsx"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file chosen again, corrected, must be read again.
            target.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
    </div>
  );
}

/** What is wrong with a row: the column, what stands there, and what may. */
function Faults({ row }: { row: ImportRow }): ReactNode {
  const text = useText();
  if (row.issues.length === 0) return text('member.import.good');
  return (
    <ul className="member-import-fault">
      {row.issues.map(({ column, message }) => (
        <li key={column}>
          {text(`member.import.column.${column}`)}{' '}
          {row.cells[column] ? (
            <q>
              <bdi>{row.cells[column]}</bdi>
            </q>
          ) : (
            text('member.import.empty')
          )}
          : {message}
        </li>
      ))}
    </ul>
  );
}

const useColumns = (): DataColumns<ImportRow> => {
  const text = useText();
  return [
    { title: text('member.import.line'), width: 64, align: 'end', dataIndex: 'line' },
    {
      title: text('member.import.issues'),
      width: 280,
      render: (_, row) => <Faults row={row} />,
    },
    ...importColumns.map((column) => ({
      title: text(`member.import.column.${column}`),
      width: column === 'department' || column === 'roles' ? 160 : 130,
      ellipsis: true,
      render: (_: unknown, { cells }: ImportRow) => <bdi>{cells[column]}</bdi>,
    })),
  ];
};

interface PreviewProps {
  rows: readonly ImportRow[];
  onWrite: (rows: ImportRow[]) => void;
  onAgain: () => void;
}

function Preview({ rows, onWrite, onAgain }: PreviewProps): ReactNode {
  const text = useText();
  const columns = useColumns();
  const [leaveOut, setLeaveOut] = useState(false);
  const [onlyBad, setOnlyBad] = useState(false);
  const good = rows.filter((row) => row.member !== null);
  const bad = rows.length - good.length;
  const ready = good.length > 0 && (bad === 0 || leaveOut);
  const why = text(good.length === 0 ? 'member.import.noneGood' : 'member.import.mustCorrect');
  return (
    <div className="member-import">
      <p role="status">{text('member.import.sum', { total: rows.length, good: good.length, bad })}</p>
      {bad > 0 && good.length > 0 ? (
        <Checkbox checked={onlyBad} onChange={({ target }) => setOnlyBad(target.checked)}>
          {text('member.import.onlyBad')}
        </Checkbox>
      ) : null}
      <div className="member-import-table">
        <DataTable<ImportRow>
          label={text('member.import.title')}
          columns={columns}
          rows={onlyBad ? rows.filter((row) => row.member === null) : rows}
          rowKey={(row) => String(row.line)}
          minWidth={1200}
        />
      </div>
      {bad > 0 && good.length > 0 ? (
        <Checkbox checked={leaveOut} onChange={({ target }) => setLeaveOut(target.checked)}>
          {text('member.import.onlyGood')}
        </Checkbox>
      ) : null}
      {ready ? null : <p className="ey-hint">{why}</p>}
      <div className="member-secret">
        <Button onClick={onAgain}>{text('member.import.again')}</Button>
        <Allowed call={memberCalls.importWrite}>
          <Button
            type="primary"
            disabled={!ready}
            title={ready ? undefined : why}
            onClick={() => onWrite(good)}
          >
            {text('member.import.do', { count: good.length })}
          </Button>
        </Allowed>
      </div>
    </div>
  );
}

/** Built here: the passwords are known to this page alone. None of them begins with a sign of a formula. */
const passwordFile = (people: readonly FirstPassword[], heading: readonly string[]): Blob => {
  const cell = (value: string): string => {
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  };
  const rows = [heading, ...people.map((one) => [one.account, one.name, one.password])];
  return new Blob(['\uFEFF', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv' });
};

function Done({ people, onSaved }: { people: readonly FirstPassword[]; onSaved: () => void }): ReactNode {
  const text = useText();
  const save = (): void => {
    const heading = [text('field.account'), text('member.name'), text('field.password')];
    saveFile(passwordFile(people, heading), `${text('member.import.passwordsFile')}.csv`);
    onSaved();
  };
  return (
    <div className="member-import" role="status">
      <Alert type="success" showIcon title={text('member.import.done', { count: people.length })} />
      <p>{text('member.import.passwordsHint')}</p>
      <Button type="primary" icon={<Icon name="download" size={16} />} onClick={save}>
        {text('member.import.passwords')}
      </Button>
    </div>
  );
}

function Working({ step }: { step: Extract<ImportStep, { kind: 'passwords' | 'writing' }> }): ReactNode {
  const text = useText();
  const percent = step.kind === 'passwords' ? Math.floor((step.done / step.total) * 100) : 100;
  return (
    <div className="member-import" role="status">
      <p>
        {step.kind === 'passwords'
          ? text('member.import.progress', { done: step.done, total: step.total })
          : text('member.import.writing')}
      </p>
      <Progress percent={percent} status="active" />
    </div>
  );
}

export interface ImportDialogProps {
  /** Where rows go that name no department. */
  groupOID: string;
  onClose: () => void;
}

/** Takes members from a spreadsheet: template, file, preview with what is wrong, import, first passwords. */
export function ImportDialog({ groupOID, onClose }: ImportDialogProps): ReactNode {
  const text = useText();
  const { step, read, write, again } = useImport(groupOID);
  const [saved, setSaved] = useState(false);
  const close = (): void => {
    if (step.kind === 'done' && !saved) showToast('info', text('member.import.mustDownload'));
    // Closed now, the first passwords would be lost with the answer.
    else if (step.kind === 'writing') showToast('info', text('member.import.wait'));
    else onClose();
  };
  return (
    <Dialog
      open
      title={text('member.import.title')}
      width={step.kind === 'preview' ? 920 : 550}
      onClose={close}
    >
      {step.kind === 'choose' || step.kind === 'reading' ? (
        <Choose
          reading={step.kind === 'reading'}
          refused={step.kind === 'choose' ? step.refused : null}
          onFile={(file) => void read(file)}
        />
      ) : null}
      {step.kind === 'preview' ? (
        <Preview rows={step.rows} onWrite={(rows) => void write(rows, step.rows)} onAgain={again} />
      ) : null}
      {step.kind === 'passwords' || step.kind === 'writing' ? <Working step={step} /> : null}
      {step.kind === 'done' ? <Done people={step.people} onSaved={() => setSaved(true)} /> : null}
    </Dialog>
  );
}
