import type { ReportFile } from '@eyrie/domain';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** A file as it came, and whether it was compared with its hash: browsers compare nothing on pages without TLS. */
export interface Fetched {
  bytes: Blob;
  isCompared: boolean;
}

/** The address of bytes within this window, as long as they are shown. */
const useAddress = (bytes: Blob, type: string): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    // Of its own type whatever the answer said: nothing else than a viewer is to open it.
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return address;
};

/** In a frame without a sandbox: a browser's viewer of PDF files does not open in one. */
function PdfFrame({ bytes }: { bytes: Blob }): ReactNode {
  const text = useText();
  const address = useAddress(bytes, 'application/pdf');
  if (!navigator.pdfViewerEnabled) return <p role="status">{text('inspectionReport.noPdfViewer')}</p>;
  return address === null ? null : (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- viewers of PDF files do not open in one; the type is ours
    <iframe className="report-preview" title={text('inspectionReport.preview')} src={address} />
  );
}

function PageFrame({ bytes }: { bytes: Blob }): ReactNode {
  const text = useText();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void bytes.text().then((read) => {
      if (isShown) setHtml(read);
    });
    return () => {
      isShown = false;
    };
  }, [bytes]);
  return html === null ? null : (
    <iframe className="report-preview" title={text('inspectionReport.preview')} sandbox="" srcDoc={html} />
  );
}

/** Formats that browsers show by themselves. */
export const previewable: readonly ReportFile['format'][] = ['pdf', 'html'];

/** The file itself, from the very bytes that were compared with its hash. */
export function FilePreview({ file, fetched }: { file: ReportFile; fetched: Fetched }): ReactNode {
  const text = useText();
  const { bytes, isCompared } = fetched;
  const hash = file.sha256 ?? '';
  return (
    <>
      <p className="report-hash">
        {text(isCompared ? 'inspectionReport.previewSame' : 'inspectionReport.previewUnchecked', { hash })}
      </p>
      {file.format === 'pdf' ? <PdfFrame bytes={bytes} /> : <PageFrame bytes={bytes} />}
    </>
  );
}
