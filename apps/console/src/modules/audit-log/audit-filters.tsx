import type { AuditRecord } from '@eyrie/domain';
import { FilterChoice, FilterRow } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { ListAddress } from '../../platform/paging.ts';
import { PeriodField } from '../../platform/period-field.tsx';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { useAuditWords, type AuditOwner } from './audit-log.queries.ts';
import { useActionText } from './action-text.ts';
import { NameSelect } from './name-select.tsx';

export const filterNames = ['keyword', 'from', 'until', 'member', 'dock', 'action', 'outcome'] as const;
export type AuditAddress = ListAddress<(typeof filterNames)[number]>;

const outcomes = [
  'done',
  'refused',
  'notAllowed',
  'failed',
  'rejected',
  'unknown',
  'expired',
  'alarm',
] as const;

/** The actions to choose from: each word as a whole, then its verbs. */
const useActionOptions = () => {
  const { data } = useAuditWords();
  const actionText = useActionText();
  const actions = data?.actions ?? [];
  const words = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return [...words, ...actions]
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    .map((value) => ({ value, label: actionText.action(value) }));
};

export interface AuditFilterRowProps {
  owner: AuditOwner;
  address: AuditAddress;
  rows: readonly AuditRecord[];
}

/** Who, where and what: of an organisation alone, since rows without one name neither. */
function OrganisationFilters({ address, rows }: Omit<AuditFilterRowProps, 'owner'>): ReactNode {
  const text = useText();
  const actionOptions = useActionOptions();
  const { values } = address;
  const member = rows.find((row) => row.member?.oid === values.member)?.member?.name ?? null;
  const dock = rows.find((row) => row.dock?.oid === values.dock)?.dock?.name ?? null;
  return (
    <>
      <NameSelect
        kind="member"
        label={text('auditLog.anyMember')}
        value={values.member}
        known={member}
        onChange={(oid) => address.set({ member: oid })}
      />
      <NameSelect
        kind="dock"
        label={text('auditLog.anyDock')}
        value={values.dock}
        known={dock}
        onChange={(oid) => address.set({ dock: oid })}
      />
      <FilterChoice
        search
        label={text('auditLog.anyAction')}
        width={180}
        value={values.action}
        options={actionOptions}
        onChange={(action) => address.set({ action })}
      />
    </>
  );
}

/** Filters of the log: time, who, where, what, how it ended, and any word. */
export function AuditFilterRow({ owner, address, rows }: AuditFilterRowProps): ReactNode {
  const text = useText();
  const actionText = useActionText();
  const { values } = address;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('auditLog.search')}
        value={values.keyword}
        onChange={(keyword) => address.set({ keyword })}
      />
      <PeriodField
        label={text('auditLog.time')}
        open={[text('auditLog.from'), text('auditLog.until')]}
        from={values.from}
        to={values.until}
        onChange={({ from, to }) => address.set({ from, until: to })}
      />
      {owner === 'organisation' ? <OrganisationFilters address={address} rows={rows} /> : null}
      <FilterChoice
        label={text('auditLog.anyOutcome')}
        width={130}
        value={values.outcome}
        options={outcomes.map((value) => ({ value, label: actionText.outcome(value) }))}
        onChange={(outcome) => address.set({ outcome })}
      />
    </FilterRow>
  );
}
