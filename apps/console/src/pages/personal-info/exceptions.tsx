import { errorFamilies, errorSources, flightErrorCalls } from '@eyrie/domain';
import { Drawer, FilterRow } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  ExceptionFacts,
  exceptionLog,
  ExceptionTable,
  HideButton,
  useException,
  type ExceptionFilters,
} from '../../modules/device-health/index.ts';
import { useFilters } from '../../platform/filters.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { CodeFilters } from './code-filters.tsx';
import { Choice, DockChoice, PeriodChoice } from './log-filters.tsx';
import { arrivedOf, flagOf, given, LogExport, numberOf, oidOf, oneOf, useRecordLinks } from './log-tools.tsx';

const names = [
  'keyword',
  'from',
  'to',
  'dock',
  'family',
  'source',
  'level',
  'air',
  'handled',
  'code',
  'flight',
] as const;
const openName = ['open'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  const { level, air, handled } = values;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('deviceHealth.search')}
        value={values.keyword}
        onChange={(keyword) => set({ keyword })}
      />
      <DockChoice value={values.dock} onChange={(dock) => set({ dock })} />
      <Choice
        label={text('deviceHealth.source')}
        any={text('deviceHealth.anySource')}
        value={values.source}
        options={errorSources.map((value) => ({ value, label: text(`deviceHealth.source.${value}`) }))}
        onChange={(source) => set({ source })}
      />
      <Choice
        label={text('deviceHealth.family')}
        any={text('deviceHealth.anyFamily')}
        value={values.family}
        options={errorFamilies.map((value) => ({ value, label: text(`deviceHealth.family.${value}`) }))}
        onChange={(family) => set({ family })}
        width={160}
      />
      <CodeFilters values={{ level, air, handled }} set={set} />
      <PeriodChoice from={values.from} to={values.to} onChange={set} />
    </FilterRow>
  );
}

function ExceptionDrawer({ oid, onClose }: { oid: string | null; onClose: () => void }): ReactNode {
  const text = useText();
  const links = useRecordLinks();
  const { data: exception } = useException(oid);
  return (
    <Drawer
      open={oid !== null}
      width={520}
      title={<bdi dir="ltr">{exception?.code ?? ''}</bdi>}
      onClose={onClose}
      footer={exception ? <HideButton kind="exceptions" record={exception} onHidden={onClose} /> : null}
    >
      {exception ? <ExceptionFacts exception={exception} links={links} /> : <p>{text('app.loading')}</p>}
    </Drawer>
  );
}

/** What was refused, failed or ended badly in the member's scope. */
export default function ExceptionsTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const opened = useFilters(openName);
  const { values, pageNum, pageSize } = address;
  const filters: ExceptionFilters = {
    pageNum,
    pageSize,
    ...given({
      keyword: values.keyword,
      from: numberOf(values.from),
      to: numberOf(values.to),
      dockOID: oidOf(values.dock),
      flightOID: oidOf(values.flight),
      family: oneOf(errorFamilies, values.family),
      source: oneOf(errorSources, values.source),
      level: numberOf(values.level),
      code: values.code,
      inTheSky: flagOf(values.air),
      handled: flagOf(values.handled),
    }),
  };
  const rows = exceptionLog.useRows(filters);
  const list = rows.data?.list ?? [];
  const { data: arrived = 0 } = exceptionLog.useArrived(
    filters,
    pageNum === 1 ? (list[0]?.at ?? null) : null,
  );
  const open = oidOf(opened.values.open) ?? null;
  return (
    <div className="tab-list">
      <Filters address={address} />
      <ExceptionTable
        rows={list}
        loading={rows.isPending}
        filtered={address.any}
        word={values.keyword}
        open={open}
        paging={{ ...address, total: rows.data?.total ?? 0 }}
        arrived={arrived}
        onShowNew={arrivedOf(pageNum, rows, () => address.onPage(1, pageSize))}
        onOpen={({ oid }) => opened.set({ open: oid })}
        foot={
          <LogExport
            call={flightErrorCalls.export}
            filters={filters}
            title={text('deviceHealth.exceptions')}
          />
        }
      />
      <ExceptionDrawer oid={open} onClose={() => opened.set({ open: '' })} />
    </div>
  );
}
