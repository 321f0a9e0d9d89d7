import { CallRefused } from '@eyrie/client';
import type { DictionaryGroup, ImportedCode } from '@eyrie/domain';
import { Dialog, Icon } from '@eyrie/ui';
import { Button, Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { judgeFile, saveTemplate, useImportFile } from './dictionary.queries.ts';

type Stage =
  | { kind: 'empty' }
  | { kind: 'reading'; file: File }
  | { kind: 'refused'; file: File; why: string }
  | { kind: 'judged'; file: File; rows: readonly ImportedCode[] };

const shownMost = 200;

function Judged({ rows }: { rows: readonly ImportedCode[] }): ReactNode {
  const text = useText();
  // What is wrong comes first: that is what has to be mended.
  const shown = rows.toSorted(
    (a, b) => Number(b.issues.length > 0) - Number(a.issues.length > 0) || a.row - b.row,
  );
  return (
    <div className="dictionary-judged">
      <table>
        <thead>
          <tr>
            <th>{text('dictionary.importRow')}</th>
            <th>{text('dictionary.code')}</th>
            <th>{text('dictionary.codeName')}</th>
            <th>{text('dictionary.importProblem')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, shownMost).map((one) => (
            <tr key={one.row} className={one.issues.length > 0 ? 'dictionary-wrong' : undefined}>
              <td>{one.row}</td>
              <td>
                <bdi>{one.code}</bdi>
              </td>
              <td>
                <bdi>{one.names.zh || one.names.en || one.names.ar}</bdi>
              </td>
              <td>{one.issues.map((issue) => issue.message).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const useImport = (group: string, onDone: () => void) => {
  const text = useText();
  const store = useImportFile();
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
      setStage({ kind: 'judged', file, rows: (await judgeFile(group, file)).rows });
    } catch (error) {
      refuse(file, error);
    }
  };
  const add = async (file: File): Promise<void> => {
    try {
      const { added } = await store.mutateAsync({ group, file });
      showToast('success', text('dictionary.imported', { count: added }));
      onDone();
    } catch (error) {
      refuse(file, error);
    }
  };
  return { stage, read, add, busy: store.isPending };
};

/** Import into a group: choose a file, see every row judged, then store all of it. */
export function DictionaryImport({
  group,
  onClose,
}: {
  group: DictionaryGroup;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const { stage, read, add, busy } = useImport(group.group, onClose);
  const rows = stage.kind === 'judged' ? stage.rows : [];
  const bad = rows.filter((one) => one.issues.length > 0).length;
  const template = text('dictionary.template');
  return (
    <Dialog
      open
      width={720}
      title={text('dictionary.importTitle', { name: group.groupName })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void saveTemplate('xlsx', template)}>{template}</Button>
          <Button
            type="primary"
            disabled={stage.kind !== 'judged' || bad > 0 || rows.length === 0}
            title={text(bad > 0 ? 'dictionary.importMend' : 'dictionary.importHint')}
            loading={busy}
            onClick={() => (stage.kind === 'judged' ? void add(stage.file) : undefined)}
          >
            {text('dictionary.importNow', { count: rows.length - bad })}
          </Button>
        </>
      }
    >
      <Upload.Dragger
        accept=".csv,.xlsx"
        multiple={false}
        showUploadList={false}
        disabled={stage.kind === 'reading'}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <Icon name="upload" size={28} />
        <p>{stage.kind === 'empty' ? text('dictionary.chooseFile') : stage.file.name}</p>
        <p className="dictionary-none">{text('dictionary.importHint')}</p>
      </Upload.Dragger>
      <p role="status">
        {stage.kind === 'reading' ? text('app.loading') : null}
        {stage.kind === 'judged' ? text('dictionary.importRows', { good: rows.length - bad, bad }) : null}
      </p>
      {stage.kind === 'refused' ? (
        <p role="alert" className="dictionary-refused">
          {stage.why}
        </p>
      ) : null}
      {rows.length > 0 ? <Judged rows={rows} /> : null}
    </Dialog>
  );
}
