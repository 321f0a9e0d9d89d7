import type { CallDeclaration, ImportedRow, TableFormat } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Icon } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../allowed.tsx';
import { call, download } from '../http.ts';
import { saveFile } from '../save-file.ts';
import { useText } from '../text.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** A format that a call exports beside those of tables. */
export interface FurtherFormat<Format extends string> {
  format: Format;
  label: PhraseId;
}

/** Offers a table as spreadsheet or as text, and in what else its call knows. */
export function ExportButton<Format extends string = never>({
  call: declaration,
  hint,
  further,
  save,
}: {
  call: CallDeclaration;
  hint?: string | undefined;
  further?: readonly FurtherFormat<Format>[];
  save: (format: TableFormat | Format) => Promise<void>;
}): ReactNode {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const formats: readonly { format: TableFormat | Format; label: PhraseId }[] = [
    ...(further ?? []),
    { format: 'xlsx', label: 'list.exportXlsx' },
    { format: 'csv', label: 'list.exportCsv' },
  ];
  const take = (format: TableFormat | Format): void => {
    setBusy(true);
    // A failure shows itself.
    void save(format)
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Allowed call={declaration}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: formats.map(({ format, label }) => ({ key: format, label: text(label) })),
          onClick: ({ key }) => {
            const chosen = formats.find(({ format }) => format === key);
            if (chosen) take(chosen.format);
          },
        }}
      >
        <Button loading={busy} title={hint} icon={<Icon name="download" size={16} />}>
          {text('list.export')}
        </Button>
      </Dropdown>
    </Allowed>
  );
}

interface Imports {
  template: CallDeclaration;
  import: CallDeclaration;
  /** Columns by which people know a row of a file again: field and heading. */
  shown: readonly (readonly [field: string, heading: PhraseId])[];
  /** What those who import have to know before they do. */
  note?: PhraseId;
}

/** The calls that exchange a list with spreadsheets, and what an import shows of a row. */
export type Exchange = {
  export: CallDeclaration;
  /** Most rows of an export. */
  most?: number;
  /** The export itself becomes a row. */
  listed?: true;
} & (Imports | { [Name in keyof Imports]?: never });

function ImportButton({
  word,
  title,
  exchange,
}: {
  word: string;
  title: string;
  exchange: Imports;
}): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [importing, setImporting] = useState(false);
  const label = text('list.template', { title });
  const send = (file: File, preview: 'true' | 'false'): Promise<unknown> =>
    call(exchange.import, { file, preview } as object, { toast: false });
  return (
    <>
      <Allowed call={exchange.import}>
        <Button icon={<Icon name="upload" size={16} />} onClick={() => setImporting(true)}>
          {text('list.import')}
        </Button>
      </Allowed>
      {importing ? (
        <ImportDialog
          title={text('list.importTitle', { title })}
          {...(exchange.note ? { note: text(exchange.note) } : {})}
          headings={exchange.shown.map(([, heading]) => text(heading))}
          judge={async (file) =>
            ((await send(file, 'true')) as { rows: ImportedRow[] }).rows.map(({ row, issues, cells }) => ({
              row,
              issues,
              cells: exchange.shown.map(([field]) => cells[field] ?? ''),
            }))
          }
          store={async (file) => {
            const { added } = (await send(file, 'false')) as { added: number };
            await client.invalidateQueries({ queryKey: [word] });
            return text('list.imported', { count: added });
          }}
          template={{
            label,
            save: async () =>
              saveFile(await download(exchange.template, { format: 'xlsx' }), `${label}.xlsx`),
          }}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  );
}

/**
 * Export of the rows that match, import with a preview.
 * @param word the business word under which answers of the list are kept
 */
export function ExchangeButtons({
  word,
  title,
  exchange,
  filter,
}: {
  word: string;
  title: string;
  exchange: Exchange;
  filter: object;
}): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const { most, listed } = exchange;
  return (
    <>
      <ExportButton
        call={exchange.export}
        hint={most === undefined ? undefined : text('list.exportMost', { count: most })}
        save={async (format) => {
          saveFile(await download(exchange.export, { ...filter, format }), `${title}.${format}`);
          if (listed) await client.invalidateQueries({ queryKey: [word] });
        }}
      />
      {exchange.import ? <ImportButton {...{ word, title, exchange }} /> : null}
    </>
  );
}
