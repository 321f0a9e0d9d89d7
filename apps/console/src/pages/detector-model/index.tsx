import {
  classNameOf,
  detectorModelCalls as calls,
  modelStates,
  type DetectorModelRecord,
} from '@eyrie/domain';
import { FactList, Icon, StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useClassWords } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { choices, listRoom, ListView, type ListTools, removeBy } from '../../platform/list/index.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { RunPictures, Runs } from './run-pictures.tsx';
import { TrialForm } from './trial-form.tsx';
import { UploadForm } from './upload-form.tsx';

/** How a model stands, and why. */
const wordOf = (text: TextOf, { state, fault, detail, on }: DetectorModelRecord): string =>
  [
    text(`detectorModel.state.${state}`),
    state === 'ready' ? text(on ? 'detectorModel.on' : 'detectorModel.off') : '',
    fault === null ? '' : text(`detectorModel.fault.${fault}`),
    detail,
  ]
    .filter(Boolean)
    .join(' · ');

const lookOf = ({ state, on }: DetectorModelRecord): DeviceState =>
  state === 'waiting' ? 'working' : state === 'refused' ? 'alarm' : on ? 'live' : 'attention';

/** What a model sees, as flights ask for it. */
function AiTypes({ codes }: { codes: readonly string[] }): ReactNode {
  const text = useText();
  const words = useClassWords();
  return <bdi>{codes.map((code) => classNameOf(code, words)).join(text('monitor.listComma')) || '–'}</bdi>;
}

function Facts({ record }: { record: DetectorModelRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [run, setRun] = useState<string | null>(null);
  return (
    <>
      <FactList
        className="list-facts"
        facts={[
          [text('field.name'), <bdi key="name">{record.name}</bdi>],
          [text('detectorModel.version'), <bdi key="version">{record.modelVersion}</bdi>],
          [text('detectorModel.family'), <bdi key="family">{record.family}</bdi>],
          [text('detectorModel.aiTypes'), <AiTypes key="types" codes={record.aiTypes} />],
          [text('detectorModel.state'), <bdi key="state">{wordOf(text, record)}</bdi>],
          [
            text('detectorModel.triedAt'),
            record.triedAt === null ? (
              text('detectorModel.untried')
            ) : (
              <bdi key="tried">{figures.time(record.triedAt)}</bdi>
            ),
          ],
          [text('field.file'), <bdi key="file">{record.fileName}</bdi>],
          [text('field.department'), <bdi key="department">{record.groupName}</bdi>],
          [text('detectorModel.createdBy'), <bdi key="createdBy">{record.createdBy}</bdi>],
        ]}
      />
      <p>{text('detectorModel.runtime')}</p>
      <Runs modelOID={record.oid} onSee={setRun} />
      {run === null ? null : <RunPictures key={run} runOID={run} />}
    </>
  );
}

const uploadForm = (onClose: () => void): ReactNode => <UploadForm onDone={onClose} />;

function HeadButton({ dialog }: Pick<ListTools<never>, 'dialog'>): ReactNode {
  const text = useText();
  return (
    <Allowed call={calls.add}>
      <Button
        type="primary"
        icon={<Icon name="upload" size={16} />}
        onClick={() => dialog({ title: 'detectorModel.upload', content: uploadForm })}
      >
        {text('detectorModel.upload')}
      </Button>
    </Allowed>
  );
}

const models = listRoom({
  word: 'detectorModel',
  title: 'detectorModel.title',
  icon: 'eye',
  calls,
  filters: {
    state: {
      kind: 'choice',
      label: 'detectorModel.state',
      any: 'detectorModel.anyState',
      options: choices(modelStates, 'detectorModel.state'),
    },
  },
  renewEvery: 5_000,
  none: 'detectorModel.none',
  noneFound: 'detectorModel.noneFound',
  nameOf: ({ name, modelVersion }) => `${name} ${modelVersion}`,
  head: ({ dialog }) => <HeadButton dialog={dialog} />,
  minWidth: 720,
  actionsWidth: 150,
  columns: ({ text, figures }) => [
    {
      title: text('field.name'),
      width: 220,
      ellipsis: true,
      render: (_, { name, modelVersion }) => <bdi>{`${name} ${modelVersion}`}</bdi>,
    },
    {
      title: text('detectorModel.state'),
      width: 260,
      render: (_, model) => <StateSymbol state={lookOf(model)} heading={90} word={wordOf(text, model)} />,
    },
    {
      title: text('detectorModel.aiTypes'),
      fold: 0,
      width: 160,
      ellipsis: true,
      render: (_, { aiTypes }) => <AiTypes codes={aiTypes} />,
    },
    {
      title: text('field.size'),
      fold: 1,
      width: 110,
      align: 'end',
      render: (_, { size }) => <bdi>{sizeText(size, figures, text)}</bdi>,
    },
    {
      title: text('detectorModel.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'full',
      label: 'detectorModel.tryOut',
      main: true,
      call: calls.tryOut,
      fits: ({ state }) => state === 'ready',
      run: ({ oid }, { dialog }) =>
        dialog({ title: 'detectorModel.tryOut', content: () => <TrialForm modelOID={oid} /> }),
    },
    {
      icon: 'play',
      label: 'detectorModel.switchOn',
      call: calls.switch,
      fits: ({ state, on, triedAt }) => state === 'ready' && !on && triedAt !== null,
      run: ({ oid }, { change }) =>
        change({ call: calls.switch, request: { oid, on: true }, done: 'detectorModel.switchedOn' }),
    },
    {
      icon: 'stop',
      label: 'detectorModel.switchOff',
      call: calls.switch,
      fits: ({ on }) => on,
      run: ({ oid }, { change }) =>
        change({ call: calls.switch, request: { oid, on: false }, done: 'detectorModel.switchedOff' }),
    },
    removeBy(calls.remove, { because: 'refusal.modelInUse' }),
  ],
  removal: { title: 'list.deleteTitle', done: 'detectorModel.deleted' },
  drawer: {
    title: 'detectorModel.title',
    width: 640,
    actions: true,
    renewEvery: 5_000,
    content: (record: DetectorModelRecord) => <Facts record={record} />,
  },
});

/** Models of the organisation: uploaded, tried on photos, and switched on for its flights. */
export default function DetectorModelPage(): ReactNode {
  return <ListView room={models} />;
}
