import { errorFamilies, errorSources, flightErrorCalls } from '@eyrie/domain';
import { FilterRow, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  ExceptionFacts,
  exceptionLog,
  ExceptionTable,
  HideButton,
  useException,
  type ExceptionFilters,
} from '../../modules/device-health/index.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { useText } from '../../platform/text.tsx';
import { CodeFilters } from './code-filters.tsx';
import { Choice, PeriodChoice } from './log-filters.tsx';
import { flagOf, given, LogExport, numberOf, oidOf, oneOf, useRecordLinks } from './log-tools.tsx';
import { commonFilters, commonNames, LogDrawer, useLogView, WordAndDock } from './log-view.tsx';

const names = [...commonNames, 'family', 'source', 'level', 'air', 'handled', 'code', 'flight'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  const { level, air, handled } = values;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <WordAndDock address={address} label={text('deviceHealth.search')} />
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
  const links = useRecordLinks();
  const answer = useException(oid);
  const { data: exception } = answer;
  return (
    <LogDrawer
      oid={oid}
      load={loadStateOf(answer)}
      code={exception?.code}
      footer={exception ? <HideButton kind="exceptions" record={exception} onHidden={onClose} /> : null}
      onClose={onClose}
    >
      {exception && <ExceptionFacts exception={exception} links={links} />}
    </LogDrawer>
  );
}

/** What was refused, failed or ended badly in the member's scope. */
export default function ExceptionsTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const { values, pageNum, pageSize } = address;
  const filters: ExceptionFilters = {
    pageNum,
    pageSize,
    ...given({
      ...commonFilters(values),
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
  const { table, newest, close } = useLogView(rows, address, ({ at }) => at);
  const { data: arrived = 0 } = exceptionLog.useArrived(filters, newest);
  return (
    <div className="tabbed-list">
      <Filters address={address} />
      <ExceptionTable
        {...table}
        arrived={arrived}
        foot={
          <LogExport
            call={flightErrorCalls.export}
            filters={filters}
            title={text('deviceHealth.exceptions')}
          />
        }
      />
      <ExceptionDrawer oid={table.open} onClose={close} />
    </div>
  );
}
