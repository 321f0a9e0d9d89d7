import {
  inspectionReportCalls as calls,
  reportFormats,
  type ReportFile,
  type ReportFormat,
  type ReportRecord,
} from '@eyrie/domain';
import { CallUnreachable, CallUnreadable } from '@eyrie/client';
import { languages, type Language } from '@eyrie/phrases';
import { useConfirm } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { useLanguage } from '../../platform/language.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { FilePreview, previewable, type Fetched } from './file-preview.tsx';

/** Why a file could not be made, where people can do something about it. */
const failures: Readonly<Record<string, 'refusal.reportTooLarge' | 'refusal.reportNoPdf'>> = {
  reportTooLarge: 'refusal.reportTooLarge',
  reportNoPdf: 'refusal.reportNoPdf',
};

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The bytes of a file, and whether they were compared with its hash: browsers have none on pages without TLS.
 * @throws Error when what arrived is not what its hash says
 */
const fetched = async ({ oid, sha256 }: ReportFile, differs: string): Promise<Fetched> => {
  const file = await download(calls.download, { oid });
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (subtle && hexOf(await subtle.digest('SHA-256', await file.arrayBuffer())) !== sha256)
    throw new Error(differs);
  return { bytes: file, isCompared: subtle !== undefined };
};

function FileLine({ file, report }: { file: ReportFile; report: ReportRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const failure = file.state === 'failed' && file.reason !== null ? failures[file.reason] : undefined;
  const [preview, setPreview] = useState<Fetched | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (what: 'file' | 'preview' | 'proof') => {
      if (what === 'proof') {
        const proof = await download(calls.proof, { oid: file.oid });
        saveFile(proof, `${report.name} ${report.month}.${file.format}.proof.json`);
        return;
      }
      const found = await fetched(file, text('inspectionReport.previewDiffers'));
      if (what === 'preview') setPreview(found);
      else saveFile(found.bytes, `${report.name} ${report.month}.${file.format}`);
    },
  });
  return (
    <li>
      {text(`inspectionReport.format.${file.format}`)}, {text(`language.${file.language}`)},{' '}
      <bdi>{figures.time(file.createdAt)}</bdi>{' '}
      <strong>
        {text(`inspectionReport.fileState.${file.state}`, { progress: figures.amount(file.progress) })}
      </strong>{' '}
      {file.current ? null : `· ${text('inspectionReport.older')}`}{' '}
      {file.state === 'done' ? (
        <Allowed call={calls.download}>
          <Button size="small" loading={isPending} onClick={() => mutate('file')}>
            {text('inspectionReport.download')}
          </Button>
          <Button size="small" loading={isPending} onClick={() => mutate('proof')}>
            {text('inspectionReport.proof')}
          </Button>
          {previewable.includes(file.format) ? (
            <Button size="small" loading={isPending} onClick={() => mutate('preview')}>
              {text('inspectionReport.preview')}
            </Button>
          ) : null}
        </Allowed>
      ) : null}
      {failure ? <p>{text(failure)}</p> : null}
      {error ? (
        <p role="alert">
          {error instanceof CallUnreachable || error instanceof CallUnreadable || !error.message
            ? text('inspectionReport.exportFailed')
            : error.message}
        </p>
      ) : null}
      {preview ? <FilePreview file={file} fetched={preview} /> : null}
    </li>
  );
}

/** Files of a report: made here, read here, and the report is approved as they say it. */
export function ReportFiles(part: { report: ReportRecord; files: readonly ReportFile[] }): ReactNode {
  const { report, files } = part;
  const text = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const own = useLanguage((state) => state.language);
  const [format, setFormat] = useState<ReportFormat>('docx');
  const [language, setLanguage] = useState<Language>(own);
  const renewed = (): Promise<void> => client.invalidateQueries({ queryKey: ['inspectionReport'] });
  const generate = useMutation({
    mutationFn: () => call(calls.generate, { oid: report.oid, format, language }),
    onSettled: renewed,
  });
  const approve = useMutation({
    mutationFn: () => call(calls.approve, { oid: report.oid, version: report.version ?? 0 }),
    onSuccess: () => showToast('success', text('inspectionReport.approved')),
    onSettled: renewed,
  });
  const asked = async (): Promise<void> => {
    const [title, content] = [text('inspectionReport.approve'), text('inspectionReport.approveHint')];
    if (await confirm({ title, content, verb: title })) approve.mutate();
  };
  return (
    <section aria-label={text('inspectionReport.files')}>
      <h2>{text('inspectionReport.files')}</h2>
      <Allowed call={calls.generate}>
        <div className="ey-flow ey-gap-8">
          <Select
            aria-label={text('inspectionReport.format')}
            value={format}
            onChange={setFormat}
            options={reportFormats.map((value) => ({
              value,
              label: text(`inspectionReport.format.${value}`),
            }))}
          />
          <Select
            aria-label={text('inspectionReport.language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
          />
          <Button type="primary" loading={generate.isPending} onClick={() => generate.mutate()}>
            {text('inspectionReport.generate')}
          </Button>
        </div>
      </Allowed>
      {files.length === 0 ? <p>{text('inspectionReport.noFiles')}</p> : null}
      <ul>
        {files.map((file) => (
          <FileLine key={file.oid} file={file} report={report} />
        ))}
      </ul>
      {report.state === 'draft' ? (
        <Allowed call={calls.approve}>
          <p>{text('inspectionReport.approveHint')}</p>
          <Button loading={approve.isPending} onClick={() => void asked()}>
            {text('inspectionReport.approve')}
          </Button>
        </Allowed>
      ) : null}
    </section>
  );
}
