import { auditLogCalls } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import type { AuditFilters } from './audit-log.queries.ts';

type Format = 'csv' | 'xlsx';

/** Saves what the filters show as a table file. */
export function AuditExport({ filters }: { filters: Omit<AuditFilters, 'pageNum' | 'pageSize'> }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async (format: Format) =>
      saveFile(
        await download(auditLogCalls.export, { ...filters, format }),
        `${text('auditLog.title')}.${format}`,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['auditLog', 'query'] }),
  });
  return (
    <Allowed call={auditLogCalls.export}>
      <Dropdown
        menu={{
          items: [
            { key: 'csv', label: text('auditLog.exportCsv') },
            { key: 'xlsx', label: text('auditLog.exportXlsx') },
          ],
          onClick: ({ key }) => saving.mutate(key === 'csv' ? 'csv' : 'xlsx'),
        }}
      >
        <Button loading={saving.isPending} icon={<Icon name="download" size={16} />}>
          {text('auditLog.export')}
        </Button>
      </Dropdown>
    </Allowed>
  );
}
