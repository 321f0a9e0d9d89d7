import { organisationCalls, type PlatformOrganisation } from '@eyrie/domain';
import { DataTable, EmptyPage, FilterRow, Icon, type DataColumns } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { OrganisationAdd } from './organisation-add.tsx';
import { useOrganisations } from './platform.queries.ts';

const filterNames = ['keyword'] as const;

const useColumns = (): DataColumns<PlatformOrganisation> => {
  const text = useText();
  const figures = useFigures();
  return [
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
  ];
};

/** Organisations of the instance, for its operators, and the way to make a further one. */
export function OrganisationList(): ReactNode {
  const text = useText();
  const columns = useColumns();
  const address = useListAddress(filterNames);
  const [adding, setAdding] = useState(false);
  const { keyword } = address.values;
  const list = useOrganisations({
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(keyword ? { keyword } : {}),
  });
  return (
    <div className="tabbed-list">
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('organisation.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
        <Allowed call={organisationCalls.add}>
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {text('organisation.addTitle')}
          </Button>
        </Allowed>
      </FilterRow>
      <div className="tabbed-list-body">
        <DataTable<PlatformOrganisation>
          label={text('operation.tab.organisations')}
          columns={columns}
          rowKey={(row) => row.oid}
          minWidth={820}
          {...tablePage(list, address)}
          empty={<EmptyPage icon="organisation" sentence={text('organisation.noneFound')} />}
        />
      </div>
      {adding ? <OrganisationAdd onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
