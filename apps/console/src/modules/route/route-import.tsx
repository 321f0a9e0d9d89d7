import { CallRefused } from '@eyrie/client';
import { limits } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button, Input, Progress, Upload } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { showFailure } from '../../platform/http.ts';
import { useOneFile } from '../../platform/one-file.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { fileFault, isBlocked, isKmzReason, isTable } from './import-rules.ts';
import { ImportWay } from './import-way.tsx';
import { RoutePreview } from './route-preview.tsx';
import { uploadKmz, useRoutesChanged, type ReadRoute } from './route.queries.ts';
import { TableImport } from './table-import.tsx';
import { TemplateButton } from './table-faults.tsx';
import './route.css';

type Stage =
  | { kind: 'empty' }
  | { kind: 'reading'; file: File; fraction: number }
  | { kind: 'refused'; file: File; why: string }
  /** It reads itself. */
  | { kind: 'table'; file: File }
  | { kind: 'read'; file: File; route: ReadRoute; storing: boolean };

const megabytes = limits.route.kmzBytes / 1_000_000;

/** What a failure says beside the file; null for those that the toast has said or that need no word. */
const useReasons = (): ((error: unknown) => string | null) => {
  const text = useText();
  return (error) => {
    if (error instanceof CallRefused) {
      if (isKmzReason(error.reason)) return text(`refusal.${error.reason}`);
      return error.message || text('app.failed');
    }
    showFailure(error);
    return null;
  };
};

/** Reads a file on the server without storing it, and stores it when the person has seen what is in it. */
const useImport = (onStored: (route: ReadRoute) => void) => {
  const text = useText();
  const reasonOf = useReasons();
  const changed = useRoutesChanged();
  const [stage, setStage] = useState<Stage>({ kind: 'empty' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = async (file: File): Promise<void> => {
    running.current?.abort();
    const fault = fileFault(file);
    if (fault) {
      const why = {
        notKmz: 'route.notKmz',
        empty: 'route.empty',
        tooBig: 'refusal.kmzTooBig',
        tableTooBig: 'refusal.tooLarge',
      } as const;
      setStage({ kind: 'refused', file, why: text(why[fault]) });
      return;
    }
    if (isTable(file)) {
      setStage({ kind: 'table', file });
      return;
    }
    const work = new AbortController();
    running.current = work;
    setStage({ kind: 'reading', file, fraction: 0 });
    try {
      const route = await uploadKmz({
        file,
        preview: true,
        signal: work.signal,
        onProgress: (fraction) => setStage({ kind: 'reading', file, fraction }),
      });
      setStage({ kind: 'read', file, route, storing: false });
    } catch (error) {
      if (work.signal.aborted) return;
      const why = reasonOf(error);
      setStage(why === null ? { kind: 'empty' } : { kind: 'refused', file, why });
    }
  };
  const store = async (file: File, route: ReadRoute, name: string, remark: string): Promise<void> => {
    setStage({ kind: 'read', file, route, storing: true });
    try {
      const stored = await uploadKmz({ file, name: name.trim(), remark: remark.trim(), preview: false });
      await changed();
      showToast('success', text('route.stored', { name: stored.name }));
      onStored(stored);
    } catch (error) {
      const why = reasonOf(error);
      if (why !== null) showToast('error', why);
      setStage({ kind: 'read', file, route, storing: false });
    }
  };
  return { stage, read, store };
};

interface FieldProps {
  label: string;
  value: string;
  placeholder?: string;
  max: number;
  onChange: (value: string) => void;
}

function Field({ label, value, placeholder, max, onChange }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="ey-stack ey-gap-4">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        count={{ show: true, max: max }}
        {...(placeholder ? { placeholder } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Import of a route file: choose, see what is in it with every finding, then store. Refusals are said by name. */
export function RouteImport({
  onStored,
  onEdit,
}: {
  onStored: (route: Pick<ReadRoute, 'oid'>) => void;
  /** It is stored, and goes on in the editor. */
  onEdit: () => void;
}): ReactNode {
  const text = useText();
  const onDrop = useOneFile();
  const [name, setName] = useState('');
  const [remark, setRemark] = useState('');
  const navigate = useNavigate();
  const next = useRef<Readonly<Record<string, string>> | null>(null);
  const { stage, read, store } = useImport((route) => {
    if (next.current && route.oid) {
      onEdit();
      void navigate(`/RoutePlanning?${new URLSearchParams({ plan: route.oid, ...next.current }).toString()}`);
    } else onStored(route);
  });
  /** @param added what is added to the address of the editor; null: it is only stored */
  const keep = (file: File, route: ReadRoute, added: Readonly<Record<string, string>> | null): void => {
    next.current = added;
    void store(file, route, name, remark);
  };
  const reading = stage.kind === 'reading';
  const fieldsFor = (nameInFile: string): ReactNode => (
    <>
      <Field
        label={text('field.name')}
        value={name}
        placeholder={nameInFile || text('route.nameFromFile')}
        max={64}
        onChange={setName}
      />
      <Field label={text('field.remark')} value={remark} max={300} onChange={setRemark} />
    </>
  );
  return (
    <div className="route-import">
      <Upload.Dragger
        accept=".kmz,.xlsx,.csv"
        multiple={false}
        showUploadList={false}
        onDrop={onDrop}
        disabled={reading}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <Icon name="upload" size={28} />
        <p>{stage.kind === 'empty' ? text('route.choose') : stage.file.name}</p>
        <p>{text('route.drop', { size: megabytes })}</p>
      </Upload.Dragger>
      <TemplateButton />
      {stage.kind === 'table' ? (
        <TableImport
          key={`${stage.file.name} ${stage.file.size} ${stage.file.lastModified}`}
          file={stage.file}
          name={name}
          remark={remark}
          fields={fieldsFor('')}
          onStored={onStored}
        />
      ) : null}
      {reading ? (
        <Progress
          percent={Math.round(stage.fraction * 100)}
          aria-label={text('route.importing', { percent: Math.round(stage.fraction * 100) })}
        />
      ) : null}
      {stage.kind === 'refused' ? (
        <p className="route-import-refused" role="alert">
          <strong>{text('route.refused', { file: stage.file.name })}</strong>
          {stage.why}
        </p>
      ) : null}
      {stage.kind === 'read' ? (
        <>
          {isBlocked(stage.route) ? (
            <p className="route-import-refused" role="alert">
              <strong>{text('route.blockedImport')}</strong>
              {text('route.blockedImportText')}
            </p>
          ) : null}
          {fieldsFor(stage.route.name)}
          <ImportWay
            route={stage.route}
            busy={stage.storing}
            onEdit={(added) => keep(stage.file, stage.route, added)}
          />
          <RoutePreview route={stage.route} />
          <div className="route-import-foot">
            <Button
              type={isBlocked(stage.route) ? 'default' : 'primary'}
              loading={stage.storing}
              onClick={() => keep(stage.file, stage.route, null)}
            >
              {text(isBlocked(stage.route) ? 'route.storeBlocked' : 'route.store')}
            </Button>
            {isBlocked(stage.route) ? (
              <Button
                type="primary"
                loading={stage.storing}
                onClick={() => keep(stage.file, stage.route, {})}
              >
                {text('route.storeAndEdit')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </div>
  );
}
