import {
  classNameOf,
  detectionCalls,
  type DetectionRecord,
  type SampleDetail,
  type SampleRecord,
  type SampleStanding,
} from '@eyrie/domain';
import { FactList, loadStateOf, NoChoices, StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { drawClass, useClassWords } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import {
  listRoom,
  ListView,
  RecordForm,
  type OwnField,
  type RecordFormRoom,
} from '../../platform/list/index.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** ms: others look at what was drawn meanwhile. */
const renewEvery = 10_000;

const looks: Readonly<Record<SampleStanding | 'decided', DeviceState>> = {
  open: 'working',
  confirmed: 'attention',
  falseAlarm: 'attention',
  differs: 'alarm',
  decided: 'live',
};

/** What a sample says, and whether it was decided by it. */
function Standing({ sample }: { sample: SampleRecord }): ReactNode {
  const text = useText();
  const { standing, decidedAt, decided, drawn, left } = sample;
  const word =
    decidedAt === null
      ? text(`detection.sample.${standing}`, { looked: drawn - left, drawn })
      : text('detection.sample.decided', { count: decided });
  return <StateSymbol state={looks[decidedAt === null ? standing : 'decided']} heading={90} word={word} />;
}

const figuresOf = (text: TextOf, { confirmed, falseAlarm, corrected }: SampleRecord): string =>
  text('detection.sampleFigures', { confirmed, falseAlarm, corrected });

function Drawn({ sample }: { sample: SampleDetail }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <>
      <h2>{text('detection.sampleDrawn')}</h2>
      <ol className="sample-drawn ey-grid ey-gap-8">
        {sample.drawnOnes.map(({ oid, mediaOID, name, confidence, verdict, looked }) => (
          <li key={oid}>
            <a
              href={`#/AITestingShowExamine?oid=${sample.detectionOID}&mediaOID=${mediaOID}&outcomeOID=${oid}`}
            >
              {/* Many lie on one picture: a link without its confidence would read as another one. */}
              <bdi>{name}</bdi> · {figures.amount(confidence, undefined, 2)}
            </a>{' '}
            <span>{text(looked ? `detection.verdict.${verdict ?? 'none'}` : 'detection.verdict.none')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Details({ sample }: { sample: SampleDetail }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <>
      <FactList
        className="list-facts"
        facts={[
          [text('detection.title'), <bdi key="run">{sample.detectionName}</bdi>],
          [text('detection.model'), <bdi key="model">{`${sample.model} ${sample.modelVersion}`}</bdi>],
          [text('detection.class'), drawClass(sample.class)],
          [
            text('detection.confidence'),
            <bdi key="range" dir="ltr">{`${sample.least} – ${sample.most}`}</bdi>,
          ],
          [text('detection.samplePopulation'), figures.amount(sample.population)],
          [text('detection.sampleDrawn'), figures.amount(sample.drawn)],
          [text('detection.sampleStanding'), <Standing key="standing" sample={sample} />],
          [text('detection.sampleLooked'), figuresOf(text, sample)],
          [text('detection.sampleDecidedBy'), <bdi key="by">{sample.decidedBy ?? '–'}</bdi>],
        ]}
      />
      <p className="ey-hint">{text('detection.sampleBound')}</p>
      <Drawn sample={sample} />
    </>
  );
}

const samples = listRoom({
  word: 'detection',
  title: 'detection.samples',
  icon: 'check',
  calls: { query: detectionCalls.querySample, get: detectionCalls.sampleByOID },
  filters: {},
  none: 'detection.noSamples',
  noneFound: 'detection.noSamples',
  nameOf: ({ detectionName }) => detectionName,
  renewEvery,
  actionsWidth: 120,
  columns: ({ text, figures }) => [
    {
      title: text('detection.title'),
      width: 200,
      ellipsis: true,
      render: (_, { detectionName }) => <bdi>{detectionName}</bdi>,
    },
    { title: text('detection.class'), width: 120, render: (_, { class: found }) => drawClass(found) },
    {
      title: text('detection.confidence'),
      width: 110,
      render: (_, { least, most }) => <bdi dir="ltr">{`${least} – ${most}`}</bdi>,
    },
    {
      title: text('detection.sampleStanding'),
      width: 240,
      render: (_, sample) => <Standing sample={sample} />,
    },
    {
      title: text('detection.sampleLooked'),
      fold: 0,
      width: 240,
      render: (_, sample) => figuresOf(text, sample),
    },
    {
      title: text('detection.createdAt'),
      fold: 1,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'check',
      label: 'detection.decideSample',
      main: true,
      call: detectionCalls.decideSample,
      why: ({ standing, decidedAt }) => {
        if (decidedAt !== null) return 'detection.sampleDone';
        if (standing === 'open') return 'detection.sampleOpen';
        return standing === 'differs' ? 'detection.sampleBound' : null;
      },
      run: ({ oid, standing, others }, { change, text }) => {
        if (standing === 'open' || standing === 'differs') return;
        change({
          call: detectionCalls.decideSample,
          request: { oid },
          // Those that somebody reviews at the moment are not among them, which must not pass for all.
          after: ({ decided: count, others: left }) =>
            left === 0
              ? showToast('success', text('detection.sampleWasDecided', { count }))
              : showToast('info', text('detection.sampleWasLeft', { count, left })),
          ask: {
            title: text('detection.decideTitle', {
              count: others,
              verdict: text(`detection.verdict.${standing}`),
            }),
            verb: text('detection.decideSample'),
          },
        });
      },
    },
  ],
  drawer: {
    title: 'detection.sample',
    width: 520,
    actions: true,
    renewEvery,
    content: (sample: SampleDetail) => <Details sample={sample} />,
  },
});

/** Samples by which many findings are decided at once. */
export function SampleList(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={samples} />
    </div>
  );
}

/** Classes of a run of which something is not judged. */
function RunClass({ detectionOID, id, value, onChange }: OwnField & { detectionOID: string }): ReactNode {
  const words = useClassWords();
  const preview = useQuery({
    queryKey: ['detection', 'preview', detectionOID],
    queryFn: ({ signal }) => call(detectionCalls.toPreview, { oid: detectionOID }, { signal, toast: false }),
  });
  return (
    <Select
      id={id}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string) => onChange(next)}
      notFoundContent={<NoChoices state={loadStateOf(preview)} />}
      options={preview.data?.classes
        .filter(({ unaudited }) => unaudited > 0)
        .map(({ class: found, unaudited }) => ({
          value: found,
          label: <bdi>{`${classNameOf(found, words)} · ${unaudited}`}</bdi>,
        }))}
    />
  );
}

const classOf = (detectionOID: string) => (field: OwnField) => (
  <RunClass {...field} detectionOID={detectionOID} />
);
const ruleOf = (detectionOID: string): RecordFormRoom => ({
  word: 'detection',
  fields: {
    class: { label: 'detection.class', required: true, field: classOf(detectionOID) },
    least: { label: 'detection.sampleLeast' },
    most: { label: 'detection.sampleMost' },
    share: { label: 'detection.sampleShare' },
  },
  saved: 'detection.sampleWasDrawn',
});

/** The rule by which a sample of a run is drawn. */
export function DrawSample({
  run,
  onClose,
}: {
  run: Pick<DetectionRecord, 'oid' | 'name'>;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <RecordForm
      form={ruleOf(run.oid)}
      title="detection.drawSample"
      verb="detection.sampleDraw"
      before={<p className="ey-hint">{text('detection.sampleBound')}</p>}
      call={detectionCalls.drawSample}
      begun={{ least: 0.8, most: 1, share: 20 }}
      fixed={{ detectionOID: run.oid }}
      onClose={onClose}
    />
  );
}
