import { CallRefused } from '@eyrie/client';
import { Dialog, Icon } from '@eyrie/ui';
import { Button, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { showFailure } from '../http.ts';
import { useOneFile } from '../one-file.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import './list.css';

/** A row of a file as the server judged it. */
export interface JudgedRow {
  row: number;
  issues: readonly { message: string }[];
  /** Cells by which people know the row again, one for each of `headings`. */
  cells: readonly string[];
}

export interface ImportDialogProps {
  title: string;
  headings: readonly string[];
  /** What has to be known before anything is stored. */
  note?: string;
  /** Stores nothing. */
  judge: (file: File) => Promise<readonly JudgedRow[]>;
  /** Stores all rows or none. @returns what is said then */
  store: (file: File) => Promise<string>;
  /** Saves an empty table with its headings. */
  template: { label: string; save: () => Promise<void> };
  onClose: () => void;
}

type Stage =
  | { kind: 'empty' }
  | { kind: 'reading'; file: File }
  | { kind: 'refused'; file: File; why: string }
  | { kind: 'judged' | 'storing'; file: File; rows: readonly JudgedRow[] };

const shownMost = 200;

function Judged({ rows, headings }: { rows: readonly JudgedRow[]; headings: readonly string[] }): ReactNode {
  const text = useText();
  // What is wrong comes first: that is what has to be corrected.
  const shown = rows.toSorted(
    (a, b) => Number(b.issues.length > 0) - Number(a.issues.length > 0) || a.row - b.row,
  );
  return (
    <div className="list-judged">
      <table>
        <thead>
          <tr>
            <th>{text('list.importRow')}</th>
            {headings.map((heading) => (
              <th key={heading}>{heading}</th>
            ))}
            <th>{text('list.importProblem')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, shownMost).map((one) => (
            <tr key={one.row} className={one.issues.length > 0 ? 'list-wrong' : undefined}>
              <td>{one.row}</td>
              {headings.map((heading, at) => (
                <td key={heading}>
                  <bdi>{one.cells[at]}</bdi>
                </td>
              ))}
              <td>{one.issues.map((issue) => issue.message).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const useImport = ({ judge, store, onClose }: ImportDialogProps) => {
  const [stage, setStage] = useState<Stage>({ kind: 'empty' });
  const refuse = (file: File, error: unknown): void => {
    if (error instanceof CallRefused) setStage({ kind: 'refused', file, why: error.message });
    else {
      showFailure(error);
      setStage({ kind: 'empty' });
    }
  };
  const read = async (file: File): Promise<void> => {
    setStage({ kind: 'reading', file });
    try {
      setStage({ kind: 'judged', file, rows: await judge(file) });
    } catch (error) {
      refuse(file, error);
    }
  };
  const add = async (file: File, rows: readonly JudgedRow[]): Promise<void> => {
    setStage({ kind: 'storing', file, rows });
    try {
      showToast('success', await store(file));
      onClose();
    } catch (error) {
      refuse(file, error);
    }
  };
  return { stage, read, add };
};

/** Import of a table: choose a file, see every row judged, then store all of it. */
export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { title, headings, note, template, onClose } = props;
  const text = useText();
  const onDrop = useOneFile();
  const { stage, read, add } = useImport(props);
  const rows = 'rows' in stage ? stage.rows : [];
  const bad = rows.filter((one) => one.issues.length > 0).length;
  return (
    <Dialog
      open
      width={720}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void template.save()}>{template.label}</Button>
          <Button
            type="primary"
            disabled={!('rows' in stage) || bad > 0 || rows.length === 0}
            title={text(bad > 0 ? 'list.importCorrect' : 'list.importHint')}
            loading={stage.kind === 'storing'}
            onClick={() => (stage.kind === 'judged' ? void add(stage.file, rows) : undefined)}
          >
            {bad > 0
              ? text('list.importBlocked', { count: bad })
              : text('list.importNow', { count: rows.length })}
          </Button>
        </>
      }
    >
      {note ? <p role="note">{note}</p> : null}
      <Upload.Dragger
        accept=".csv,.xlsx"
        multiple={false}
        showUploadList={false}
        onDrop={onDrop}
        disabled={stage.kind === 'reading' || stage.kind === 'storing'}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <Icon name="upload" size={28} />
        <p>{stage.kind === 'empty' ? text('list.chooseFile') : stage.file.name}</p>
        <p className="list-hint">{text('list.importHint')}</p>
      </Upload.Dragger>
      <p role="status">
        {stage.kind === 'reading' ? text('app.loading') : null}
        {'rows' in stage ? text('list.importRows', { good: rows.length - bad, bad }) : null}
      </p>
      {stage.kind === 'refused' ? (
        <p role="alert" className="list-import-refused">
          {stage.why}
        </p>
      ) : null}
      {rows.length > 0 ? <Judged rows={rows} headings={headings} /> : null}
    </Dialog>
  );
}
