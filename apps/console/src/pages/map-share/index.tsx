import { mapShareCalls, type MapShareRecord } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { addBy, editBy, listRoom, ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';

const form = {
  word: 'mapShare',
  fields: { name: { label: 'mapShare.name' }, remark: { label: 'mapShare.remark', lines: 3 } },
  saved: 'mapShare.saved',
} as const;

function Facts({ record }: { record: MapShareRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('mapShare.name'), <bdi key="name">{record.name}</bdi>],
        [text('mapShare.remark'), <bdi key="remark">{record.remark || '–'}</bdi>],
        [text('mapShare.department'), <bdi key="department">{record.groupName}</bdi>],
        [text('mapShare.createdBy'), <bdi key="createdBy">{record.createdBy}</bdi>],
        [text('mapShare.createdAt'), <bdi key="createdAt">{figures.time(record.createdAt)}</bdi>],
      ]}
    />
  );
}

const mapShareList = listRoom({
  word: 'mapShare',
  title: 'mapShare.title',
  icon: 'list',
  calls: mapShareCalls,
  labels: { name: 'mapShare.name', remark: 'mapShare.remark' },
  filters: { keyword: { kind: 'search', label: 'mapShare.search' } },
  order: '-createdAt',
  none: 'mapShare.none',
  noneFound: 'mapShare.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(form, mapShareCalls.add, 'mapShare.add'),
  exchange: { ...mapShareCalls, shown: [['name', 'mapShare.name']] },
  minWidth: 720,
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    { title: text('mapShare.name'), width: 240, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('mapShare.remark'),
      fold: 0,
      width: 240,
      ellipsis: true,
      render: (_, { remark }) => <bdi>{remark}</bdi>,
    },
    {
      title: text('mapShare.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('mapShare.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    editBy(form, mapShareCalls.edit, 'mapShare.edit'),
    {
      icon: 'trash',
      label: 'app.delete',
      danger: true,
      call: mapShareCalls.remove,
      because: 'refusal.inUse',
      run: (row, { remove }) => remove(row),
    },
  ],
  removal: { title: 'mapShare.deleteTitle', done: 'mapShare.deleted' },
  drawer: {
    title: 'mapShare.title',
    width: 480,
    actions: true,
    content: (record: MapShareRecord) => <Facts record={record} />,
  },
});

export default function MapSharePage(): ReactNode {
  return <ListView room={mapShareList} />;
}
