import { firmwareVersionPattern, limits, md5Pattern } from '@eyrie/domain';
import { Button, Form, Input, Progress, Select } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { usePackageUpload } from './firmware.queries.ts';
import { packageName } from './firmware-words.ts';

export type Models = readonly { model: string; name: string }[];

export interface PackagesProps {
  models: Models;
  /** Models of the dock and its aircraft, which stand first. */
  own: readonly string[];
  onClose: () => void;
}

const { textMax } = limits.firmware;

interface Draft {
  model: string;
  firmware: string;
  md5: string;
  notes: string;
}

/** How far a package is on its way, and what is against it. */
function Sending({
  fraction,
  fault,
  cancel,
}: Pick<ReturnType<typeof usePackageUpload>, 'fraction' | 'fault' | 'cancel'>): ReactNode {
  const text = useText();
  return (
    <>
      {fraction === null ? null : (
        <div className="ey-row ey-flow ey-gap-8">
          <Progress
            percent={Math.round(fraction * 100)}
            format={(percent) => (percent === 100 ? text('firmware.checking') : `${percent ?? 0}%`)}
            aria-label={text('firmware.sending')}
          />
          <Button size="small" onClick={cancel}>
            {text('app.cancel')}
          </Button>
        </div>
      )}
      {fault === null ? null : (
        <p className="firmware-failed" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

function FileField({ file, onFile }: { file: File | null; onFile: (file: File) => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Form.Item label={text('field.file')} required>
      <div className="ey-row ey-flow ey-gap-8">
        <Button onClick={() => input.current?.click()}>{text('firmware.chooseFile')}</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text('firmware.chooseFile')}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            // The same file may be chosen again after it was corrected.
            target.value = '';
            if (chosen) onFile(chosen);
          }}
        />
        {file ? (
          <span>
            <bdi>{file.name}</bdi> · <bdi>{sizeText(file.size, figures, text)}</bdi>
          </span>
        ) : (
          <span className="list-hint">{text('firmware.noFile')}</span>
        )}
      </div>
    </Form.Item>
  );
}

/** A new package, as the manufacturer describes it; the server compares size and sum. */
export function PackageForm({ models, own, onClose }: PackagesProps): ReactNode {
  const text = useText();
  const upload = usePackageUpload();
  const [file, setFile] = useState<File | null>(null);
  const empty: Draft = { model: own[0] ?? '', firmware: '', md5: '', notes: '' };
  const [draft, setDraft] = useState<Draft>(empty);
  const set = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const { model, notes } = draft;
  const firmware = draft.firmware.trim();
  const md5 = draft.md5.trim();
  const fits =
    firmwareVersionPattern.test(firmware) && (md5 === '' || md5Pattern.test(md5)) && notes.length <= textMax;
  const choices = models.toSorted((a, b) => Number(own.includes(b.model)) - Number(own.includes(a.model)));
  const save = async (): Promise<void> => {
    if (!file) return;
    const given = { model, firmware, notes, ...(md5 === '' ? {} : { md5 }) };
    if (!(await upload.send(file, given))) return;
    showToast('success', text('firmware.added', { name: packageName(given, models, text) }));
    onClose();
  };
  return (
    <FormDialog
      title={text('firmware.add')}
      onClose={onClose}
      unsaved={file !== null || firmware !== '' || md5 !== '' || notes !== ''}
      ready={file !== null && model !== '' && fits}
      busy={upload.fraction !== null}
      onSubmit={() => void save()}
    >
      <FileField file={file} onFile={setFile} />
      <Form.Item label={text('detail.key.model')} htmlFor="firmware-model" required>
        <Select<string>
          id="firmware-model"
          value={model}
          options={choices.map((one) => ({ value: one.model, label: one.name }))}
          onChange={(next) => set({ model: next })}
        />
      </Form.Item>
      <Form.Item
        label={text('firmware.version')}
        htmlFor="firmware-version"
        required
        help={text('firmware.versionHint')}
      >
        <Input
          id="firmware-version"
          dir="ltr"
          value={draft.firmware}
          onChange={({ target }) => set({ firmware: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('firmware.md5')} htmlFor="firmware-md5" help={text('firmware.md5Hint')}>
        <Input
          id="firmware-md5"
          dir="ltr"
          spellCheck={false}
          value={draft.md5}
          onChange={({ target }) => set({ md5: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('firmware.notes')} htmlFor="firmware-notes">
        <Input.TextArea
          id="firmware-notes"
          rows={3}
          value={notes}
          count={{ show: true, max: textMax }}
          onChange={({ target }) => set({ notes: target.value })}
        />
      </Form.Item>
      <Sending {...upload} />
    </FormDialog>
  );
}
