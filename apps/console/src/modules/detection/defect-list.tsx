import { defectOrdered, detectionCalls, type DefectRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { drawClass } from '../../parts.ts';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { DefectPanel } from './defect-panel.tsx';

/** ms: findings are confirmed meanwhile. */
const renewEvery = 10_000;

const defects = listRoom({
  word: 'detection',
  title: 'detection.defects',
  icon: 'alarm',
  calls: { query: detectionCalls.queryDefect },
  filters: {
    keyword: { kind: 'search', label: 'detection.defectSearch' },
    ordered: {
      kind: 'choice',
      label: 'detection.defectOrders',
      any: 'detection.anyOrdered',
      options: choices(defectOrdered, 'detection.ordered'),
    },
    again: { kind: 'flag', label: 'detection.againOnly' },
    sort: {
      kind: 'sort',
      label: 'detection.defectSort',
      options: choices(['-lastAt', 'lastAt', '-total', 'class'], 'detection.sort'),
      otherwise: '-lastAt',
    },
  },
  none: 'detection.noDefects',
  noneFound: 'detection.noDefectsFound',
  nameOf: (defect) => defect.class,
  renewEvery,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    {
      title: text('detection.defectClass'),
      width: 160,
      ellipsis: true,
      render: (_, defect) => drawClass(defect.class),
    },
    {
      title: text('detection.defectTimes'),
      width: 110,
      align: 'end',
      render: (_, { total }) => figures.amount(total),
    },
    {
      title: text('detection.defectFirst'),
      fold: 0,
      width: 180,
      render: (_, { firstAt }) => <bdi>{figures.time(firstAt)}</bdi>,
    },
    {
      title: text('detection.defectLast'),
      width: 180,
      render: (_, { lastAt }) => <bdi>{figures.time(lastAt)}</bdi>,
    },
    {
      title: text('detection.defectOrders'),
      width: 160,
      render: (_, { orderOID, orders }) =>
        text(`detection.ordered.${orderOID === null ? (orders === 0 ? 'none' : 'closed') : 'open'}`),
    },
    {
      title: text('field.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'window',
      label: 'detection.openOrder',
      right: '/WarnWorkDetails',
      fits: ({ orderOID }) => orderOID !== null,
      run: ({ orderOID }, { navigate }) => void navigate(`/WarnWorkDetails?oid=${orderOID}`),
    },
  ],
  drawer: {
    title: 'detection.defect',
    width: 560,
    actions: true,
    heading: (defect: DefectRecord) => drawClass(defect.class),
    content: ({ oid }: DefectRecord) => <DefectPanel oid={oid} />,
  },
});

/** Defects with what was seen of each. */
export function DefectList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={defects} />
    </div>
  );
}
