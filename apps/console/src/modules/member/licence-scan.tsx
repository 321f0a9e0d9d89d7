import { documentEndings, licenceCalls, limits, type LicenceRecord } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useRef, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useUpload } from '../../platform/use-upload.ts';
import { word } from './licence-word.ts';

/** What the chooser of files offers; what a file is, its content decides. */
const accepted = '.pdf,.png,.jpg,.jpeg,.webp';

/** Sends a file as the scan of a licence, in place of the one it has. */
function ScanUpload({ licence }: { licence: LicenceRecord }): ReactNode {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const { fraction, fault, say, send, cancel } = useUpload([word]);
  const { oid, licenceNumber: number, scan } = licence;
  const label = text(scan === null ? 'licence.scan.add' : 'licence.scan.replace', { number });
  const choose = (file: File): void => {
    if (file.size > limits.licence.scanBytes) return say(text('refusal.tooLarge'));
    void send((options) => call(licenceCalls.addScan, { file, oid }, options)).then((isThere) => {
      if (isThere) showToast('success', text('licence.scan.added'));
    });
  };
  return (
    <>
      <IconButton
        icon="upload"
        label={label}
        busy={fraction !== null}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was corrected.
          target.value = '';
          if (file) choose(file);
        }}
      />
      {fraction === null ? null : (
        <>
          <Progress
            percent={Math.round(fraction * 100)}
            aria-label={text('licence.scan.sending', { number })}
          />
          <Button size="small" onClick={cancel}>
            {text('app.cancel')}
          </Button>
        </>
      )}
      {fault === null ? null : <span role="alert">{fault}</span>}
    </>
  );
}

/** The scan of a licence: whoever sees the licence saves it, whoever may change it sends and deletes it. */
export function LicenceScan({ licence }: { licence: LicenceRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const client = useQueryClient();
  const { oid, licenceNumber: number, scan } = licence;
  const save = useMutation({
    mutationFn: () => download(licenceCalls.scan, { oid }),
    onSuccess: (file) => {
      if (scan !== null) saveFile(file, `${number}.${documentEndings[scan.contentType]}`);
    },
  });
  const removal = useDeletion(licenceCalls.removeScan, {
    request: () => ({ oid }),
    onAnswer: () => client.invalidateQueries({ queryKey: [word] }),
  });
  const deletes = text('licence.scan.delete', { number });
  // The licence itself stays: it is not marked as gone.
  const ask = (): Promise<void> =>
    removal.remove([`${oid} scan`], {
      title: deletes,
      content: text('licence.scan.deleteHint'),
      done: text('licence.scan.deleted'),
    });
  return (
    <div className="form-hint ey-hint">
      {scan === null ? (
        text('licence.scan.none')
      ) : (
        <>
          {text('licence.scan.by', {
            by: scan.addedBy,
            time: figures.time(scan.addedAt),
            size: sizeText(scan.size, figures, text),
          })}{' '}
          <IconButton
            icon="download"
            label={text('licence.scan.save', { number })}
            busy={save.isPending}
            onClick={() => save.mutate()}
          />
        </>
      )}{' '}
      <Allowed call={licenceCalls.addScan} record={licence}>
        <ScanUpload licence={licence} />
      </Allowed>{' '}
      <Allowed call={licenceCalls.removeScan} record={licence}>
        <IconButton icon="trash" label={deletes} busy={removal.busy} danger onClick={() => void ask()} />
      </Allowed>
    </div>
  );
}

/** What may be sent as a scan. */
export function ScanHint(): ReactNode {
  const text = useText();
  const max = sizeText(limits.licence.scanBytes, useFigures(), text);
  return <span className="form-hint ey-hint">{text('licence.scan.hint', { max })}</span>;
}
