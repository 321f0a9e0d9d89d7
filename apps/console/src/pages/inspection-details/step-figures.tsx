import { alarmReasonName, type MissingThing } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { measureText } from '../../modules/statistics/index.ts';
import { drawClass } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import { Coverage } from './coverage.tsx';
import type { StepAnswer } from './report.queries.ts';
import { Rows } from './rows.tsx';

const pageOf = {
  unaudited: '/AITestingShowExamine',
  unhandled: '/WarnWorkDetails',
  notCounted: '',
  monthRunning: '',
} as const;

/** The thing itself, where a figure comes from. */
const evidence = (page: string, { oid, name }: { oid: string; name: string }): ReactNode => (
  <a key={oid} href={`#${page}?oid=${oid}`}>
    <bdi>{name}</bdi>
  </a>
);

/** What a report lacks, with links to the things that are not handled. */
export function Missing({ missing }: { missing: readonly MissingThing[] }): ReactNode {
  const text = useText();
  return (
    <section aria-label={text('inspectionReport.missing')}>
      <h2>{text('inspectionReport.missing')}</h2>
      {missing.length === 0 ? <p>{text('inspectionReport.nothingMissing')}</p> : null}
      <ul>
        {missing.map(({ kind, count, first }) => (
          <li key={kind}>
            {text(`inspectionReport.missing.${kind}`, { count })}{' '}
            <span className="ey-flow ey-gap-8">{first.map((thing) => evidence(pageOf[kind], thing))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const verdicts = ['confirmed', 'falseAlarm', 'unaudited'] as const;
const orderSums = ['total', 'done', 'ignored', 'open'] as const;

const useCompared = (): string[] => {
  const text = useText();
  return (['figure', 'thisMonth', 'lastMonth', 'lastYear'] as const).map((name) =>
    text(`inspectionReport.${name}`),
  );
};

function Flights({ flights }: { flights: NonNullable<StepAnswer['flights']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const head = useCompared();
  return (
    <>
      <Rows
        caption={text('inspectionReport.step.2')}
        head={head}
        rows={flights.measures.map(({ measure, unit, total, previous, yearBefore }) => ({
          key: measure,
          cells: [
            text(`statistics.measure.${measure}`),
            ...[total, previous, yearBefore].map((value) => measureText(figures, unit, value)),
          ],
        }))}
      />
      <Rows
        caption={text('inspectionReport.outcomes')}
        head={[text('inspectionReport.outcome'), text('inspectionReport.count')]}
        rows={flights.outcomes.map(({ part, value }) => ({
          key: part,
          cells: [text(`statistics.part.${part as 'done'}`), figures.amount(value)],
        }))}
      />
      <a href="#/TaskManagerNew?tab=flights">{text('inspectionReport.evidence')}</a>
    </>
  );
}

function Findings({ findings }: { findings: NonNullable<StepAnswer['findings']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const head = useCompared();
  const { total, previous, yearBefore, classes, runs, rest } = findings;
  const named = verdicts.map((verdict) => text(`inspectionReport.${verdict}`));
  const cells = (counts: typeof total) => verdicts.map((verdict) => figures.amount(counts[verdict]));
  const others = verdicts.some((verdict) => rest[verdict] > 0)
    ? [{ key: 'rest', cells: [text('inspectionReport.rest'), ...cells(rest)] }]
    : [];
  return (
    <>
      <Rows
        caption={text('inspectionReport.step.3')}
        head={head}
        rows={verdicts.map((verdict) => ({
          key: verdict,
          cells: [
            text(`inspectionReport.${verdict}`),
            ...[total, previous, yearBefore].map((counts) => figures.amount(counts[verdict])),
          ],
        }))}
      />
      <Rows
        caption={text('inspectionReport.byClass')}
        head={[text('inspectionReport.class'), ...named]}
        rows={classes.map((row) => ({
          key: row.class,
          cells: [drawClass(row.class), ...cells(row)],
        }))}
      />
      <Rows
        caption={text('inspectionReport.byRun')}
        head={[text('inspectionReport.run'), ...named]}
        rows={[
          ...runs.map((run) => ({
            key: run.oid,
            cells: [evidence('/AITestingShowExamine', run), ...cells(run)],
          })),
          ...others,
        ]}
      />
    </>
  );
}

function FalseAlarms({ alarms }: { alarms: NonNullable<StepAnswer['falseAlarms']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const language = useLanguage((state) => state.language);
  const { total, reasons, rest } = alarms;
  return (
    <>
      <p>
        {text('inspectionReport.falseAlarm')}: {figures.amount(total)}
      </p>
      <Rows
        caption={text('inspectionReport.step.4')}
        head={(['class', 'reason', 'count'] as const).map((name) => text(`inspectionReport.${name}`))}
        rows={reasons.map((row) => ({
          key: `${row.class} ${row.reason}`,
          cells: [
            drawClass(row.class),
            <bdi key="reason">{alarmReasonName(row, language) || text('inspectionReport.noReason')}</bdi>,
            figures.amount(row.count),
          ],
        }))}
      />
      {rest > 0 ? (
        <p>
          {text('inspectionReport.rest')}: {figures.amount(rest)}
        </p>
      ) : null}
    </>
  );
}

function Orders({ orders }: { orders: NonNullable<StepAnswer['orders']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const head = useCompared();
  const { total, previous, yearBefore, list, rest, meanTime } = orders;
  return (
    <>
      <Rows
        caption={text('inspectionReport.step.5')}
        head={head}
        rows={orderSums.map((name) => ({
          key: name,
          cells: [
            text(`inspectionReport.orders.${name}`),
            ...[total, previous, yearBefore].map((counts) => figures.amount(counts[name])),
          ],
        }))}
      />
      {meanTime === null ? null : (
        <p>{text('inspectionReport.meanTime', { time: figures.duration(meanTime / 1000) })}</p>
      )}
      <Rows
        caption={text('inspectionReport.orderList')}
        head={(['name', 'class', 'state'] as const).map((name) => text(`workOrder.${name}`))}
        rows={list.map((row) => ({
          key: row.oid,
          cells: [
            evidence('/WarnWorkDetails', row),
            drawClass(row.class),
            text(`workOrder.state.${row.state}`),
          ],
        }))}
      />
      {rest > 0 ? (
        <p>
          {text('inspectionReport.rest')}: {figures.amount(rest)}
        </p>
      ) : null}
    </>
  );
}

/** What a step counts. */
export function StepFigures({ answer }: { answer: StepAnswer }): ReactNode {
  const text = useText();
  const { report, empty, flights, findings, falseAlarms, orders } = answer;
  return (
    <>
      {empty ? <p role="status">{text('inspectionReport.empty')}</p> : null}
      {flights ? <Flights flights={flights} /> : null}
      {flights ? <Coverage oid={report.oid} /> : null}
      {findings ? <Findings findings={findings} /> : null}
      {falseAlarms ? <FalseAlarms alarms={falseAlarms} /> : null}
      {orders ? <Orders orders={orders} /> : null}
    </>
  );
}
