import { limits, type DeviceDocument } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { useText } from '../../platform/text.tsx';
import { FileChoice } from './file-choice.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useDocumentUpload } from './use-document-upload.ts';
import './device-document.css';

/** Attaches files, several at once or one after the other, to a maintenance that is already noted. */
function MaintenanceFiles({ device, onClose }: { device: OpenDevice; onClose: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [attached, setAttached] = useState<readonly DeviceDocument[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const { fraction, fault, forget, send, cancel } = useDocumentUpload();
  const { bytes, nameMax } = limits.deviceDocument;
  const { filesAtOnce } = limits.http;
  const max = sizeText(bytes, figures, text);
  const choose = async (files: readonly File[]): Promise<void> => {
    forget();
    const large = files.find(({ size }) => size > bytes);
    const why =
      files.length > filesAtOnce
        ? text('refusal.tooManyFiles', { max: filesAtOnce })
        : large && `${large.name}: ${text('refusal.tooLarge')}`;
    setRefused(why ?? null);
    if (why !== undefined) return;
    for (const file of files) {
      const given = {
        deviceOID: device.oid,
        name: file.name.slice(0, nameMax),
        kind: 'maintenance' as const,
      };
      if (!(await send(file, given, (saved) => setAttached((before) => [...before, saved])))) return;
    }
  };
  const wrong = refused ?? fault;
  return (
    <Dialog
      open
      title={text('deviceDocument.attach')}
      onClose={onClose}
      footer={
        <Button type="primary" disabled={fraction !== null} onClick={onClose}>
          {text('app.close')}
        </Button>
      }
    >
      <p>{text('deviceDocument.attachHint')}</p>
      <ul className="device-documents">
        {attached.map(({ oid, name }) => (
          <li key={oid}>{text('deviceDocument.attached', { name })}</li>
        ))}
      </ul>
      <FileChoice multiple disabled={fraction !== null} onChoose={(_first, all) => void choose(all)} />
      <UploadProgress fraction={fraction} onCancel={cancel} />
      <p className="list-hint">{text('deviceDocument.fileHint', { max })}</p>
      {wrong ? <p role="alert">{wrong}</p> : null}
    </Dialog>
  );
}

export const maintenanceFiles = (device: OpenDevice, onClose: () => void): ReactNode => (
  <MaintenanceFiles device={device} onClose={onClose} />
);
