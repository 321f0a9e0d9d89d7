import {
  classNameOf,
  dayIn,
  dayText,
  detectionCalls,
  monthLater,
  type ClassWords,
  type QualityAnswer,
} from '@eyrie/domain';
import { DataTable, EmptyPage, Icon, Loaded, loadStateOf, type DataColumns } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useClassWords } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useByClock } from '../../platform/clock.ts';
import { useLocale, useOrganisationZone } from '../../platform/display.ts';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { saveFile } from '../../platform/save-file.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { TrainingDialog, type AskedQuality } from './training-dialog.tsx';

const lengths = [1, 3, 6, 12] as const;
type Length = (typeof lengths)[number];
type Row = QualityAnswer['rows'][number];

const useQuality = (asked: AskedQuality) =>
  useQuery({
    queryKey: ['detection', 'quality', asked],
    queryFn: ({ signal }) => call(detectionCalls.quality, asked, { signal, toast: false }),
    placeholderData: (before) => before,
  });

const percent = (figures: Figures, text: TextOf, share: number | null): string =>
  share === null ? '–' : figures.amount(share * 100, text('unit.percent'), 0);

/** Percentage points against the months before, with their sign. */
const points = (figures: Figures, text: TextOf, change: number | null): string =>
  change === null
    ? '–'
    : `${change < 0 ? '−' : '+'}${figures.amount(Math.abs(change) * 100, text('unit.percent'), 1)}`;

const minutes = (figures: Figures, text: TextOf, seconds: number | null): string =>
  seconds === null ? '–' : figures.amount(seconds / 60, text('unit.minute'), 1);

interface Printing {
  text: TextOf;
  figures: Figures;
  locale: string;
  words: ClassWords;
}

type Counted = 'found' | 'reviewed' | 'falseAlarms' | 'added' | 'byRule' | 'unjudged';
type Shared = 'precision' | 'recall' | 'meanConfidence';

/** Columns of numbers, by the names of their figures. */
const numbersOf = ({ text, figures }: Pick<Printing, 'text' | 'figures'>) => {
  const column = (
    key: Counted | Shared,
    fold: number | undefined,
    render: (row: Row) => ReactNode,
  ): DataColumns<Row>[number] => ({
    key,
    title: text(`detection.quality.${key}`),
    width: 110,
    align: 'end',
    ...(fold === undefined ? {} : { fold }),
    render: (_, row) => render(row),
  });
  return {
    count: (key: Counted, fold?: number) => column(key, fold, (row) => figures.amount(row[key])),
    share: (key: Shared, fold?: number) =>
      column(key, fold, (row) => <bdi>{percent(figures, text, row[key])}</bdi>),
  };
};

const columnsOf = ({ text, figures, locale, words }: Printing): DataColumns<Row> => {
  const { count, share } = numbersOf({ text, figures });
  return [
    {
      key: 'month',
      title: text('detection.quality.month'),
      width: 120,
      render: (_, { month }) => <bdi>{dayText(`${month}-01`, 'month', locale)}</bdi>,
    },
    {
      key: 'model',
      title: text('detection.model'),
      width: 170,
      ellipsis: true,
      render: (_, { model, modelVersion }) => <bdi>{`${model} ${modelVersion}`}</bdi>,
    },
    {
      key: 'class',
      title: text('detection.class'),
      width: 140,
      ellipsis: true,
      render: (_, row) => <bdi>{classNameOf(row.class, words)}</bdi>,
    },
    count('found'),
    count('reviewed', 1),
    share('precision'),
    share('recall'),
    count('falseAlarms', 2),
    count('added', 3),
    {
      key: 'cost',
      title: text('detection.quality.costTime'),
      width: 130,
      align: 'end',
      fold: 4,
      render: (_, { cost }) => <bdi>{minutes(figures, text, cost)}</bdi>,
    },
    {
      key: 'threshold',
      title: text('detection.quality.threshold'),
      width: 120,
      align: 'end',
      render: (_, { threshold }) => <bdi>{percent(figures, text, threshold?.confidence ?? null)}</bdi>,
    },
    {
      key: 'driftPrecision',
      title: text('detection.quality.driftPrecision'),
      width: 130,
      align: 'end',
      render: (_, { drift }) => <bdi>{points(figures, text, drift.precision)}</bdi>,
    },
    {
      key: 'driftConfidence',
      title: text('detection.quality.driftConfidence'),
      width: 150,
      align: 'end',
      fold: 5,
      render: (_, { drift }) => <bdi>{points(figures, text, drift.meanConfidence)}</bdi>,
    },
    share('meanConfidence', 6),
    count('byRule', 7),
    count('unjudged', 8),
  ];
};

/** What the period was worth, in sentences. */
function Sentences({ answer: { total, pace, enough, rest, reasons } }: { answer: QualityAnswer }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <p>
      {[
        text('detection.quality.sentence', {
          found: figures.amount(total.found),
          reviewed: figures.amount(total.reviewed),
          precision: percent(figures, text, total.precision),
          recall: percent(figures, text, total.recall),
        }),
        pace === null
          ? text('detection.quality.noCost', {
              enough: figures.amount(enough),
              count: figures.amount(total.falseAlarms),
            })
          : text('detection.quality.costSentence', {
              seconds: figures.amount(pace.seconds, text('unit.second'), 1),
              measured: figures.amount(pace.measured),
              cost: minutes(figures, text, total.cost),
            }),
        ...(reasons.length === 0
          ? []
          : [
              text('detection.quality.reasons', {
                reasons: reasons
                  .map(({ name, count }) => `${name} ${figures.amount(count)}`)
                  .join(text('monitor.listComma')),
              }),
            ]),
        ...(rest === 0 ? [] : [text('detection.quality.rest', { count: rest })]),
      ].join(' ')}
    </p>
  );
}

/** The versions of models that a period has, each as one choice. */
const modelsOf = (rows: readonly Row[]): { value: string; label: string }[] => {
  const found = new Map(
    rows.map(({ model, modelVersion }) => [
      JSON.stringify([model, modelVersion]),
      `${model} ${modelVersion}`,
    ]),
  );
  return [...found].map(([value, label]) => ({ value, label }));
};

const chosenModel = (chosen: string | null): Pick<AskedQuality, 'model' | 'modelVersion'> => {
  if (chosen === null) return {};
  const [model, modelVersion] = JSON.parse(chosen) as [string, string];
  return { model, modelVersion };
};

function Ledger({ answer }: { answer: QualityAnswer }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  const words = useClassWords();
  if (answer.rows.length === 0) return <EmptyPage icon="chart" sentence={text('detection.quality.none')} />;
  return (
    <>
      <Sentences answer={answer} />
      <DataTable
        label={text('detection.quality')}
        columns={columnsOf({ text, figures, locale, words })}
        rows={answer.rows}
        rowKey={({ month, model, modelVersion, class: name }) =>
          JSON.stringify([month, model, modelVersion, name])
        }
      />
      <p>{text('detection.quality.hint', { enough: figures.amount(answer.enough) })}</p>
    </>
  );
}

/** What models are worth by what people say of their findings, as a table, and those findings for training. */
export function QualityView(): ReactNode {
  const text = useText();
  const zone = useOrganisationZone();
  const [months, setMonths] = useState<Length>(3);
  const [chosen, setChosen] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const month = useByClock((at) => dayIn(zone, serverMoment(at)).slice(0, 7));
  const from = monthLater(month, 1 - months);
  const all = useQuality({ from, months });
  const asked: AskedQuality = { from, months, ...chosenModel(chosen) };
  const answer = useQuality(asked);
  return (
    <section className="ey-stack ey-gap-12" aria-label={text('detection.quality')}>
      <div className="ey-row ey-flow ey-gap-12">
        <Select
          aria-label={text('detection.quality.period')}
          value={months}
          // Another period may not have the model that was chosen.
          onChange={(value) => {
            setMonths(value);
            setChosen(null);
          }}
          options={lengths.map((value) => ({ value, label: text(`detection.quality.months.${value}`) }))}
          style={{ inlineSize: 160 }}
        />
        <Select
          aria-label={text('detection.quality.chooseModel')}
          value={chosen}
          allowClear
          placeholder={text('detection.quality.anyModel')}
          onChange={(value: string | undefined) => setChosen(value ?? null)}
          options={modelsOf(all.data?.rows ?? [])}
          style={{ inlineSize: 220 }}
        />
        <ExportButton
          call={detectionCalls.qualityExport}
          save={async (format) =>
            saveFile(
              await download(detectionCalls.qualityExport, { ...asked, format }),
              `${text('detection.quality')} ${from}.${format}`,
            )
          }
        />
        <Allowed call={detectionCalls.trainingSet}>
          <Button icon={<Icon name="download" size={16} />} onClick={() => setExporting(true)}>
            {text('detection.training')}
          </Button>
        </Allowed>
      </div>
      <Loaded state={loadStateOf(answer)}>
        {() => (answer.data ? <Ledger answer={answer.data} /> : null)}
      </Loaded>
      {exporting ? <TrainingDialog asked={asked} onClose={() => setExporting(false)} /> : null}
    </section>
  );
}
