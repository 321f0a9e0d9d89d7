import { documentKinds, limits, type DocumentKind } from '@eyrie/domain';
import { Form, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { FileChoice } from './file-choice.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useDocumentUpload } from './use-document-upload.ts';
import './device-document.css';

interface Draft {
  file: File | null;
  name: string;
  kind: DocumentKind;
  validUntil: string;
  remark: string;
}
const empty: Draft = { file: null, name: '', kind: 'policy', validUntil: '', remark: '' };
const bareName = (file: File): string =>
  file.name.replace(/\.[^.]*$/, '').slice(0, limits.deviceDocument.nameMax);

/** Uploads a document of a device. */
export function DocumentForm({ deviceOID, onClose }: { deviceOID: string; onClose: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(empty);
  const { fraction, fault, forget, send, cancel } = useDocumentUpload();
  const { bytes, nameMax, remarkMax } = limits.deviceDocument;
  const { file, name, kind, validUntil, remark } = draft;
  const max = sizeText(bytes, figures, text);
  const tooLarge = file !== null && file.size > bytes ? text('refusal.tooLarge') : null;
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const submit = (): void => {
    if (file === null) return;
    const given = { deviceOID, name: name.trim(), kind, validUntil, remark: remark.trim() };
    void send(file, given, (saved) => {
      showToast('success', text('deviceDocument.added', { name: saved.name }));
      onClose();
    });
  };
  const wrong = tooLarge ?? fault;
  return (
    <FormDialog
      title={text('deviceDocument.add')}
      onClose={onClose}
      unsaved={file !== null}
      ready={
        file !== null &&
        tooLarge === null &&
        name.trim() !== '' &&
        name.length <= nameMax &&
        remark.length <= remarkMax
      }
      busy={fraction !== null}
      onSubmit={submit}
    >
      <Form.Item
        label={text('deviceDocument.file')}
        htmlFor={`${id}file`}
        required
        extra={text('deviceDocument.fileHint', { max })}
        {...(wrong ? { validateStatus: 'error', help: <span role="alert">{wrong}</span> } : {})}
      >
        <FileChoice
          id={`${id}file`}
          chosen={file}
          disabled={fraction !== null}
          onChoose={(chosen) => {
            forget();
            change({ file: chosen, ...(name.trim() === '' ? { name: bareName(chosen) } : {}) });
          }}
        />
        <UploadProgress fraction={fraction} onCancel={cancel} />
      </Form.Item>
      <Form.Item label={text('field.name')} htmlFor={`${id}name`} required>
        <Input
          id={`${id}name`}
          value={name}
          count={{ show: true, max: nameMax }}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('deviceDocument.kind')} htmlFor={`${id}kind`} required>
        <Select
          id={`${id}kind`}
          value={kind}
          options={documentKinds.map((value) => ({ value, label: text(`deviceDocument.kind.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
      </Form.Item>
      <Form.Item
        label={text('deviceDocument.validUntil')}
        htmlFor={`${id}until`}
        extra={text('deviceDocument.validUntilHint')}
      >
        <Input
          id={`${id}until`}
          type="date"
          value={validUntil}
          onChange={({ target }) => change({ validUntil: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('field.remark')} htmlFor={`${id}remark`}>
        <Input.TextArea
          id={`${id}remark`}
          value={remark}
          rows={2}
          count={{ show: true, max: remarkMax }}
          onChange={({ target }) => change({ remark: target.value })}
        />
      </Form.Item>
    </FormDialog>
  );
}
