import { organisationCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { listRoom, ListView } from '../../platform/list/index.ts';
import { OrganisationAdd } from './organisation-add.tsx';

const organisationList = listRoom({
  word: 'organisation',
  title: 'operation.tab.organisations',
  icon: 'organisation',
  calls: { query: organisationCalls.query },
  filters: { keyword: { kind: 'search', label: 'organisation.search' } },
  none: 'organisation.noneFound',
  noneFound: 'organisation.noneFound',
  nameOf: ({ name }) => name,
  begin: {
    icon: 'plus',
    label: 'organisation.addTitle',
    call: organisationCalls.add,
    run: ({ dialog }) =>
      dialog({
        title: 'organisation.addTitle',
        bare: true,
        content: (onClose) => <OrganisationAdd onClose={onClose} />,
      }),
  },
  minWidth: 820,
  actionsWidth: 0,
  columns: ({ text, figures }) => [
    { title: text('organisation.name'), ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('organisation.role'),
      width: 180,
      render: (_, { first }) => (first ? text('organisation.first') : figures.amount(null)),
    },
    {
      title: text('organisation.members'),
      width: 110,
      align: 'end',
      render: (_, { memberCount }) => figures.amount(memberCount),
    },
    {
      title: text('organisation.docks'),
      width: 110,
      align: 'end',
      render: (_, { dockCount }) => figures.amount(dockCount),
    },
    {
      title: text('organisation.createdAt'),
      width: 190,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [],
});

/** Organisations of the instance, for its operators, and the way to make a further one. */
export function OrganisationList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={organisationList} />
    </div>
  );
}
