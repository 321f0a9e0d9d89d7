import { taskCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { download } from '../../platform/http.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import type { CalendarSpan } from './calendar-span.ts';

const further = [{ format: 'ics', label: 'task.exportIcs' }] as const;

/** The runs of the days that are shown, as a file for a calendar or a spreadsheet. */
export function RunsExport({ span }: { span: CalendarSpan & { timeZone: string } }): ReactNode {
  const text = useText();
  return (
    <ExportButton
      call={taskCalls.exportRuns}
      hint={text('task.exportRuns')}
      further={further}
      save={async (format) =>
        saveFile(
          await download(taskCalls.exportRuns, { ...span, format }),
          `${text('task.runs')} ${span.from}.${format}`,
        )
      }
    />
  );
}
