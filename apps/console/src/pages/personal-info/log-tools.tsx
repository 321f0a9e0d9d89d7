import {
  limits,
  type deviceMessageCalls,
  type flightErrorCalls,
  type deviceHealthCalls,
  type RequestOf,
} from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import { type RecordLinks } from '../../modules/device-health/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** Numbers and flags of an address; what is no such thing filters nothing. */
export const numberOf = (text: string): number | undefined =>
  /^\d{1,14}$/.test(text) ? Number(text) : undefined;
export const flagOf = (text: string): boolean | undefined =>
  text === 'yes' ? true : text === 'no' ? false : undefined;
export const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const oidOf = (text: string): string | undefined => (uuid.test(text) ? text : undefined);

/** Without what is not set: a filter that is undefined is no filter. */
export const given = <T extends object>(filters: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

type ExportCall =
  | typeof deviceHealthCalls.export
  | typeof flightErrorCalls.export
  | typeof deviceMessageCalls.export;

/** Exports what is filtered, as one of two kinds of table, and shows that it works. */
export function LogExport({
  call,
  filters,
  title,
}: {
  call: ExportCall;
  filters: Readonly<Record<string, unknown>>;
  title: string;
}): ReactNode {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const take = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(true);
    try {
      const { pageNum: _n, pageSize: _s, ...wanted } = filters;
      const request: RequestOf<ExportCall> = { ...wanted, format };
      saveFile(await download(call, request), `${title}.${format}`);
      showToast('success', text('deviceHealth.exported'));
    } catch {
      // The failure has shown itself.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Allowed call={call}>
      <Dropdown
        menu={{
          items: [
            { key: 'csv', label: 'CSV' },
            { key: 'xlsx', label: 'Excel' },
          ],
          onClick: ({ key }) => void take(key === 'csv' ? 'csv' : 'xlsx'),
        }}
        trigger={['click']}
      >
        <Button
          size="small"
          loading={busy}
          icon={<Icon name="download" size={16} />}
          title={text('deviceHealth.exportMost', { count: limits.deviceHealth.exportRows })}
        >
          {text(busy ? 'deviceHealth.exporting' : 'deviceHealth.export')}
        </Button>
      </Dropdown>
    </Allowed>
  );
}

/** Ways to dock and flight, for those who may go there. */
export const useRecordLinks = (): RecordLinks => {
  const text = useText();
  const mayMonitor = useAllowed('/PortMonitorSee');
  const maySeeFlights = useAllowed('/TaskManagerNew');
  return {
    dock: (dockOID, name) => (
      <>
        <bdi>{name}</bdi>{' '}
        {mayMonitor ? <a href={monitorAddress(dockOID)}>{text('deviceHealth.openDock')}</a> : null}
      </>
    ),
    flight: (flightOID) =>
      maySeeFlights ? (
        <a href={`#/TaskManagerNew?tab=flights&open=${flightOID}`}>{text('deviceHealth.openFlight')}</a>
      ) : (
        <bdi dir="ltr">{flightOID}</bdi>
      ),
  };
};
