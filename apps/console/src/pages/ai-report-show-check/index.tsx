import { auditStates, detectionCalls, type DetectionRecord } from '@eyrie/domain';
import { FactList, StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  DefectList,
  DetectorTaskList,
  DrawSample,
  QualityView,
  SampleList,
} from '../../modules/detection/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { choices, listRoom, ListView, removeBy } from '../../platform/list/index.ts';
import { TabbedPage, type PageTab } from '../../platform/tabbed-page.tsx';
import { useText } from '../../platform/text.tsx';

const auditLooks: Readonly<Record<DetectionRecord['audit'], DeviceState>> = {
  unaudited: 'attention',
  partially: 'working',
  fully: 'live',
};
const detectorLooks: Readonly<Record<DetectionRecord['state'], DeviceState>> = {
  running: 'working',
  done: 'live',
  failed: 'alarm',
};

function Facts({ run }: { run: DetectionRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('field.name'), <bdi key="name">{run.name}</bdi>],
        [text('detection.model'), <bdi key="model">{`${run.model} ${run.modelVersion}`}</bdi>],
        [text('detection.kind'), text(`detection.kind.${run.kind}`)],
        [text('detection.task'), <bdi key="task">{run.taskName ?? '–'}</bdi>],
        [
          text('detection.state'),
          <StateSymbol
            key="state"
            state={detectorLooks[run.state]}
            word={[text(`detection.state.${run.state}`), run.message].filter(Boolean).join(' · ')}
          />,
        ],
        [
          text('detection.audit'),
          text('detection.progress', { audited: run.audited, outcomes: run.outcomes }),
        ],
        [text('detection.verdict.confirmed'), figures.amount(run.confirmed)],
        [text('field.department'), <bdi key="department">{run.groupName}</bdi>],
        [text('detection.createdAt'), <bdi key="createdAt">{figures.time(run.createdAt)}</bdi>],
      ]}
    />
  );
}

/** ms: detectors post and others audit meanwhile. */
const renewEvery = 10_000;

const runs = listRoom({
  word: 'detection',
  title: 'permission./AIReportShowCheck',
  icon: 'eye',
  calls: detectionCalls,
  labels: { name: 'field.name', state: 'detection.state' },
  filters: {
    keyword: { kind: 'search', label: 'detection.search' },
    audit: {
      kind: 'choice',
      label: 'detection.audit',
      any: 'detection.anyAudit',
      options: choices(auditStates, 'detection.audit'),
    },
  },
  order: '-createdAt',
  none: 'detection.none',
  noneFound: 'detection.noneFound',
  nameOf: ({ name }) => name,
  renewEvery,
  actionsWidth: 150,
  columns: ({ text, figures }) => [
    { title: text('field.name'), width: 220, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('detection.task'),
      fold: 1,
      width: 160,
      ellipsis: true,
      render: (_, { taskName }) => <bdi>{taskName ?? '–'}</bdi>,
    },
    {
      title: text('detection.model'),
      fold: 0,
      width: 160,
      ellipsis: true,
      render: (_, { model, modelVersion, kind }) => (
        <>
          <bdi>{`${model} ${modelVersion}`}</bdi>
          {kind === 'live' ? ` · ${text('detection.kind.live')}` : null}
        </>
      ),
    },
    {
      title: text('detection.audit'),
      width: 220,
      render: (_, run) => (
        <StateSymbol
          state={auditLooks[run.audit]}
          heading={90}
          word={`${text(`detection.audit.${run.audit}`)} · ${run.audited}/${run.outcomes}`}
        />
      ),
    },
    {
      title: text('detection.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'eye',
      label: 'detection.review',
      main: true,
      right: '/AITestingShowExamine',
      run: ({ oid }, { navigate }) => void navigate(`/AITestingShowExamine?oid=${oid}`),
    },
    {
      icon: 'full',
      label: 'detection.view',
      right: '/AITestingShowCheck',
      run: ({ oid }, { navigate }) => void navigate(`/AITestingShowCheck?oid=${oid}`),
    },
    {
      icon: 'chart',
      label: 'detection.seeReport',
      right: '/AITestingShowReport',
      run: ({ oid }, { navigate }) => void navigate(`/AITestingShowReport?oid=${oid}`),
    },
    {
      icon: 'check',
      label: 'detection.drawSample',
      right: 'detection:audit',
      run: (run, { dialog }) =>
        dialog({
          title: 'detection.drawSample',
          bare: true,
          content: (onClose) => <DrawSample {...{ run, onClose }} />,
        }),
    },
    removeBy(detectionCalls.remove),
  ],
  removal: { title: 'list.deleteTitle', done: 'detection.deleted' },
  drawer: {
    title: 'detection.title',
    width: 480,
    actions: true,
    renewEvery,
    content: (run: DetectionRecord) => <Facts run={run} />,
  },
});

function Runs(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={runs} />
    </div>
  );
}

const tabs: readonly PageTab[] = [
  { key: 'runs', titleId: 'detection.runs', calls: null, View: Runs },
  { key: 'defects', titleId: 'detection.defects', calls: [detectionCalls.queryDefect], View: DefectList },
  { key: 'samples', titleId: 'detection.samples', calls: [detectionCalls.querySample], View: SampleList },
  {
    key: 'tasks',
    titleId: 'detection.tasks',
    calls: [detectionCalls.queryDetectorTask],
    View: DetectorTaskList,
  },
  { key: 'quality', titleId: 'detection.quality', calls: [detectionCalls.quality], View: QualityView },
];

export default function AIReportShowCheckPage(): ReactNode {
  return <TabbedPage titleId="permission./AIReportShowCheck" tabs={tabs} />;
}
