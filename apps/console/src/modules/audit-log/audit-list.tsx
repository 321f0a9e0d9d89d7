import { auditLogCalls, type AuditRecord } from '@eyrie/domain';
import { FilterChoice } from '@eyrie/ui';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { DetailLine } from '../../platform/detail-facts.tsx';
import { useFilters } from '../../platform/filters.ts';
import {
  asksOid,
  listRoom,
  ListView,
  period,
  type CellTools,
  type FilterField,
} from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { useActionText } from './action-text.ts';
import { Facts } from './audit-facts.tsx';
import { callsOf, useAuditWords, wordOf, type AuditOwner } from './audit-log.queries.ts';
import { ChainCheck } from './chain-check.tsx';
import { NameSelect } from './name-select.tsx';
import './audit-log.css';

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

function OutcomeChoice(field: FilterField): ReactNode {
  const text = useText();
  const { outcome } = useActionText();
  const options = outcomes.map((value) => ({ value, label: outcome(value) }));
  return (
    <FilterChoice
      label={text('auditLog.anyOutcome')}
      width={130}
      options={options}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

/** The actions to choose from: each word as a whole, then its verbs. */
function ActionChoice(field: FilterField): ReactNode {
  const text = useText();
  const { action } = useActionText();
  const { data } = useAuditWords();
  const actions = data?.actions ?? [];
  const words = new Set(actions.map((one) => one.split('.')[0] ?? one));
  const options = [...words, ...actions]
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    .map((value) => ({ value, label: action(value) }));
  return (
    <FilterChoice
      search
      label={text('auditLog.anyAction')}
      width={180}
      options={options}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

function NameChoice({ kind, ...field }: FilterField & { kind: 'member' | 'dock' }): ReactNode {
  const text = useText();
  const named = (field.rows as readonly AuditRecord[]).find((row) => row[kind]?.oid === field.value);
  return (
    <NameSelect
      kind={kind}
      label={text(kind === 'member' ? 'auditLog.anyMember' : 'auditLog.anyDock')}
      value={field.value ?? ''}
      known={named?.[kind]?.name ?? null}
      onChange={field.onChange}
    />
  );
}

/** What was done, in words. */
function Action({ of }: { of: string }): ReactNode {
  return useActionText().action(of);
}
function Outcome({ of }: { of: string }): ReactNode {
  return useActionText().outcome(of);
}

/** What the answer says of itself: whose rows these are, how far a word was looked for, and the check of the chain. */
function Note({ owner, answer, figures }: { owner: AuditOwner; answer: object } & CellTools): ReactNode {
  const text = useText();
  const { whole, searchedSince } = answer as { whole: boolean; searchedSince: number | null };
  return (
    <>
      {whole ? (
        <div className="audit-head ey-row ey-flow">
          <ChainCheck owner={owner} />
        </div>
      ) : (
        // A chain is no matter of a department.
        <p className="ey-hint">{text('auditLog.scoped')}</p>
      )}
      {searchedSince ? (
        <p className="ey-hint">{text('auditLog.searchedSince', { time: figures.time(searchedSince) })}</p>
      ) : null}
    </>
  );
}

/** Rows of an organisation name who and where; those of nobody neither. */
const listOf = (owner: AuditOwner) => {
  const named = owner === 'organisation';
  return listRoom({
    word: wordOf[owner],
    title: 'auditLog.title',
    icon: 'list',
    none: 'auditLog.none',
    noneFound: 'auditLog.noneFound',
    calls: { query: callsOf[owner].query },
    ...(named ? { exchange: { export: auditLogCalls.export, listed: true } } : {}),
    filters: {
      keyword: { kind: 'search', label: 'auditLog.search' },
      ...period('field.time', ['field.from', 'field.until'], 'until'),
      ...(named
        ? {
            member: {
              kind: 'own',
              field: (field) => <NameChoice kind="member" {...field} />,
              asks: asksOid('memberOID'),
            },
            dock: {
              kind: 'own',
              field: (field) => <NameChoice kind="dock" {...field} />,
              asks: asksOid('dockOID'),
            },
            action: { kind: 'own', field: (field) => <ActionChoice {...field} /> },
          }
        : {}),
      outcome: { kind: 'own', field: (field) => <OutcomeChoice {...field} /> },
    },
    note: (answer, tools) => <Note owner={owner} answer={answer} {...tools} />,
    dense: true,
    minWidth: named ? 1100 : 840,
    // Addresses of entries from before there were two chains still open them.
    keyOf: ({ chain, place }) => (chain === 'general' ? String(place) : `${chain}-${place}`),
    nameOf: ({ chain, place }, text) =>
      text('auditLog.open', { place, chain: text(`auditLog.chain.${chain}`) }),
    columns: ({ text, figures }) => [
      { title: text('field.time'), width: 170, render: (_, { at }) => <bdi>{figures.time(at)}</bdi> },
      {
        title: text('field.member'),
        fold: 0,
        hidden: !named,
        width: 130,
        ellipsis: true,
        render: (_, { member }) => (member ? <bdi>{member.name}</bdi> : text('auditLog.server')),
      },
      {
        title: text('auditLog.action'),
        width: 200,
        ellipsis: true,
        render: (_, { action }) => <Action of={action} />,
      },
      {
        title: text('auditLog.outcome'),
        width: 120,
        ellipsis: true,
        render: (_, { outcome }) => <Outcome of={outcome} />,
      },
      {
        title: text('field.dock'),
        fold: 1,
        hidden: !named,
        width: 130,
        ellipsis: true,
        render: (_, { dock }) => (dock ? <bdi>{dock.name}</bdi> : figures.amount(null)),
      },
      {
        title: text('auditLog.address'),
        fold: 2,
        width: 120,
        ellipsis: true,
        render: (_, { address }) => <bdi dir="ltr">{address ?? figures.amount(null)}</bdi>,
      },
      {
        title: text('auditLog.detail'),
        ellipsis: { showTitle: false },
        render: (_, { detail, names }) => <DetailLine detail={detail} things={names} />,
      },
    ],
    actions: [],
    drawer: {
      title: 'auditLog.title',
      width: 560,
      content: (row, { address }) => (
        <Facts row={row} onOnly={({ member = '', dock = '' }) => address.set({ member, dock })} />
      ),
    },
  });
};
const lists = { organisation: listOf('organisation'), nobody: listOf('nobody') };

/** Whose log the address names. Rows of nobody are for those who operate the instance. */
const useOwner = (): [AuditOwner, (next: AuditOwner) => void] => {
  const names = ['of', 'page', 'open', ...Object.keys(lists.organisation.filters)];
  const { values, set } = useFilters(names);
  const may = useMay(auditLogCalls.queryUnowned);
  const none = Object.fromEntries(names.map((name) => [name, '']));
  return [
    may && values['of'] === 'nobody' ? 'nobody' : 'organisation',
    (next) => set({ ...none, of: next === 'nobody' ? next : '' }),
  ];
};

/** The log of the organisation: filters, newest first, each row with everything it says, and the check of the chain. */
export function AuditList(): ReactNode {
  const text = useText();
  const [owner, setOwner] = useOwner();
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <Allowed call={auditLogCalls.queryUnowned}>
        <Segmented<AuditOwner>
          className="audit-owner"
          aria-label={text('auditLog.owner')}
          value={owner}
          options={[
            { value: 'organisation', label: text('auditLog.owner.organisation') },
            { value: 'nobody', label: text('auditLog.owner.nobody') },
          ]}
          onChange={setOwner}
        />
      </Allowed>
      {/* What was found about one chain says nothing about the other, and no row of one stands in the other. */}
      <ListView key={owner} tab room={lists[owner]} />
    </div>
  );
}
