import { mapShareCalls, type MapShareRecord } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../platform/allowed.tsx';
import { filesToShare } from '../../platform/files-to-share.ts';
import { useFigures } from '../../platform/figures.ts';
import { listRoom, ListView, removeBy } from '../../platform/list/index.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { now } from '../../platform/clock.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { addShare, NewShare } from './new-share.tsx';
import { editShare } from './share-form.tsx';
import { ShareLink } from './share-link.tsx';
import './map-share.css';

const contentOf = (
  text: TextOf,
  { dockOIDs, regionOIDs, layerOIDs, flightOID, mediaOIDs }: MapShareRecord,
): string =>
  text('mapShare.contentOf', {
    docks: dockOIDs.length,
    regions: regionOIDs.length,
    layers: layerOIDs.length,
    files: mediaOIDs.length,
    flight: flightOID === null ? 'no' : 'yes',
  });

function Facts({ record }: { record: MapShareRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <>
      {record.token === '' ? <p>{text('mapShare.linkKept')}</p> : <ShareLink token={record.token} />}
      <FactList
        className="list-facts"
        facts={[
          [text('mapShare.content'), contentOf(text, record)],
          ...(record.mediaOIDs.length === 0
            ? []
            : [[text('mapShare.mediaAs'), text(`mapShare.mediaAs.${record.mediaAs}`)] as const]),
          [text('mapShare.expiresAt'), <bdi key="expiresAt">{figures.time(record.expiresAt)}</bdi>],
          [
            text('field.password'),
            text(record.hasPassword ? 'mapShare.withPassword' : 'mapShare.withoutPassword'),
          ],
          [text('mapShare.viewers'), figures.amount(record.viewers)],
          [text('mapShare.opened'), figures.amount(record.opened)],
          [text('field.department'), <bdi key="department">{record.groupName}</bdi>],
          [text('mapShare.createdBy'), <bdi key="createdBy">{record.createdBy}</bdi>],
          [text('field.createdAt'), <bdi key="createdAt">{figures.time(record.createdAt)}</bdi>],
        ]}
      />
    </>
  );
}

/** ms: viewers come and go. */
const renewEvery = 10_000;

const mapShareList = listRoom({
  word: 'mapShare',
  title: 'mapShare.title',
  icon: 'list',
  calls: mapShareCalls,
  labels: { name: 'field.name', expiresAt: 'mapShare.expiresAt' },
  filters: { keyword: { kind: 'search', label: 'list.searchByName' } },
  order: '-createdAt',
  none: 'mapShare.none',
  noneFound: 'mapShare.noneFound',
  nameOf: ({ name }) => name,
  begin: addShare,
  renewEvery,
  minWidth: 820,
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    { title: text('field.name'), width: 220, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('mapShare.content'),
      fold: 0,
      width: 220,
      ellipsis: true,
      render: (_, record) => contentOf(text, record),
    },
    {
      title: text('mapShare.expiresAt'),
      width: 190,
      render: (_, { expiresAt }) =>
        expiresAt <= serverMoment(now()) ? text('mapShare.over') : <bdi>{figures.time(expiresAt)}</bdi>,
    },
    {
      title: text('mapShare.viewers'),
      width: 100,
      align: 'end',
      render: (_, { viewers }) => figures.amount(viewers),
    },
    {
      title: text('mapShare.createdBy'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
  ],
  actions: [editShare, removeBy(mapShareCalls.remove, { label: 'mapShare.revoke' })],
  removal: { title: 'mapShare.deleteTitle', verb: 'mapShare.revoke', done: 'mapShare.deleted' },
  drawer: {
    title: 'mapShare.title',
    width: 480,
    actions: true,
    renewEvery,
    content: (record: MapShareRecord) => <Facts record={record} />,
  },
});

export default function MapSharePage(): ReactNode {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const mayAdd = useMay(mapShareCalls.add);
  const files = filesToShare(state);
  // What was to be shared is not asked for again when the page is loaded anew.
  const close = (): void => void navigate({ pathname, search }, { replace: true, state: null });
  return (
    <>
      <ListView room={mapShareList} />
      {mayAdd && files.length > 0 ? <NewShare files={files} onClose={close} /> : null}
    </>
  );
}
