import { fitsRole, isTiled, layerCalls, type LayerRecord } from '@eyrie/domain';
import { FactList, Icon, StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { LayerOrder, LayerState, LayerUpload, stateText } from '../../modules/layer/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { addBy, editBy, listRoom, ListView, type ListTools, removeBy } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';

const address = { label: 'field.address', dir: 'ltr' } as const;
const beside = {
  keyHeader: { label: 'layer.keyHeader', dir: 'ltr' },
  sourceKey: { label: 'layer.key', dir: 'ltr' },
  attribution: { label: 'layer.attribution' },
} as const;
/** What a layer of tiles is for. */
const use = {
  role: { label: 'layer.role', options: 'layer.role', hint: 'layer.roleHint' },
  datum: { label: 'layer.datum', options: 'layer.datum', hint: 'layer.datumHint' },
} as const;
const adding = {
  word: 'layer',
  fields: {
    name: { label: 'field.name' },
    source: { label: 'layer.source', options: 'layer.source' },
    address,
    ...beside,
    ...use,
  },
  saved: 'layer.saved',
  refusals: { layerAddress: 'address', layerRole: 'role' },
} as const;
const hasAddress = (layer: object): boolean => Reflect.get(layer, 'size') === 0;
const maySurface = (layer: object): boolean => fitsRole(String(Reflect.get(layer, 'source')), 'surface');
const hasTiles = (layer: object): boolean => isTiled(String(Reflect.get(layer, 'source')));
const editing = {
  ...adding,
  fields: {
    name: { label: 'field.name' },
    address: { ...address, fits: hasAddress },
    keyHeader: { ...beside.keyHeader, fits: hasAddress },
    attribution: beside.attribution,
    visible: { label: 'layer.visible' },
    opacity: { label: 'layer.opacity' },
    role: { ...use.role, fits: maySurface },
    datum: { ...use.datum, fits: hasTiles },
  },
} as const;

function Facts({ record }: { record: LayerRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <>
      <FactList
        className="list-facts"
        facts={[
          [text('layer.type'), text(`layer.type.${record.type as 1}`)],
          [text('layer.source'), text(`layer.source.${record.source}`)],
          [text('layer.role'), text(`layer.role.${record.role}`)],
          [text('field.address'), <bdi key="address">{record.address ?? '–'}</bdi>],
          [text('layer.attribution'), <bdi key="attribution">{record.attribution || '–'}</bdi>],
          [text('field.department'), <bdi key="department">{record.groupName}</bdi>],
          [text('layer.createdBy'), <bdi key="createdBy">{record.createdBy}</bdi>],
          [text('layer.createdAt'), <bdi key="createdAt">{figures.time(record.createdAt)}</bdi>],
        ]}
      />
      <LayerState layer={record} />
    </>
  );
}

const symbols = { ready: 'live', preparing: 'working', failed: 'alarm' } as const;

const uploadForm = (onClose: () => void): ReactNode => <LayerUpload onDone={onClose} />;

const orderForm = (): ReactNode => <LayerOrder />;

/** Opens the dialogs that send a file and that order all layers. */
function HeadButtons({ dialog }: Pick<ListTools<never>, 'dialog'>): ReactNode {
  const text = useText();
  return (
    <>
      <Allowed call={layerCalls.order}>
        <Button
          icon={<Icon name="fold" size={16} />}
          onClick={() => dialog({ title: 'layer.order', content: orderForm })}
        >
          {text('layer.order')}
        </Button>
      </Allowed>
      <Allowed call={layerCalls.upload}>
        <Button
          icon={<Icon name="upload" size={16} />}
          onClick={() => dialog({ title: 'layer.upload', content: uploadForm })}
        >
          {text('layer.upload')}
        </Button>
      </Allowed>
    </>
  );
}

const layerList = listRoom({
  word: 'layer',
  title: 'layer.title',
  icon: 'layers',
  calls: layerCalls,
  labels: {
    name: 'field.name',
    attribution: 'layer.attribution',
    visible: 'layer.visible',
    opacity: 'layer.opacity',
    address: 'field.address',
    keyHeader: 'layer.keyHeader',
    accessKey: 'layer.key',
  },
  filters: { keyword: { kind: 'search', label: 'layer.search' } },
  order: '-createdAt',
  renewWhile: ({ state }) => state === 'preparing',
  none: 'layer.none',
  noneFound: 'layer.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(adding, layerCalls.add, 'layer.add'),
  head: ({ dialog }) => <HeadButtons dialog={dialog} />,
  minWidth: 720,
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    { title: text('field.name'), width: 220, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    { title: text('layer.type'), width: 140, render: (_, { type }) => text(`layer.type.${type as 1}`) },
    {
      title: text('layer.source'),
      fold: 0,
      width: 140,
      render: (_, { source }) => text(`layer.source.${source}`),
    },
    {
      title: text('layer.state'),
      width: 110,
      render: (_, layer) => <StateSymbol state={symbols[layer.state]} word={stateText(text, layer)} />,
    },
    {
      title: text('layer.createdAt'),
      fold: 1,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    editBy(editing, layerCalls.edit, 'layer.edit'),
    removeBy(layerCalls.remove, { because: 'refusal.layerInside' }),
  ],
  removal: { title: 'list.deleteTitle', done: 'layer.deleted' },
  drawer: {
    title: 'layer.title',
    width: 480,
    actions: true,
    content: (record: LayerRecord) => <Facts record={record} />,
  },
});

/** The layers of maps: added by address or file, changed, looked after and deleted. */
export default function LayerPage(): ReactNode {
  return <ListView room={layerList} />;
}
