import { routeCalls, type PointFile } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { download } from '../../platform/http.ts';
import { useLanguage, useMessages } from '../../platform/language.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';

/** Every fault of a file of points by row, column and reason. */
export function TableFaults({ file }: { file: Pick<PointFile, 'faults' | 'rows'> }): ReactNode {
  const text = useText();
  const messages = useMessages();
  const reason = (word: string): string => {
    const id = `route.row.${word}`;
    return id in messages ? text(id as PhraseId) : word;
  };
  const column = (word: string): string => {
    const id = `route.table.${word}`;
    return id in messages ? text(id as PhraseId) : word;
  };
  return (
    <>
      <p role="alert" className="planner-fault">
        {text('planner.import.faults', { count: file.faults })}
      </p>
      <Table
        size="small"
        pagination={{ pageSize: 20, hideOnSinglePage: true, size: 'small' }}
        rowKey={({ row, column: field, reason: why }) => `${row} ${field} ${why}`}
        dataSource={[...file.rows]}
        columns={[
          { title: '#', width: 90, render: (_, { row }) => text('planner.import.row', { row }) },
          { title: text('planner.import.column'), render: (_, one) => column(one.column) },
          { title: text('planner.import.value'), render: (_, { value }) => <bdi>{value}</bdi> },
          { title: text('planner.import.reason'), render: (_, one) => reason(one.reason) },
        ]}
      />
    </>
  );
}

/** Saves the empty table of points in the language of the reader. */
export function TemplateButton(): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  return (
    <Button
      type="link"
      onClick={() =>
        void download(routeCalls.downloadExcel, { language })
          .then((bytes) => saveFile(bytes, `${text('planner.import.template')}.xlsx`))
          // A refusal has raised its toast already.
          .catch(() => undefined)
      }
    >
      {text('planner.import.template')}
    </Button>
  );
}
