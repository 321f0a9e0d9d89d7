import type { PlanClearance } from '@eyrie/planner';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import type { ComputedPlan } from './use-computed.ts';
import './summary-bar.css';

/** Share of an area that may stay unseen: corners between two lines. */
const bareAtMost = 0.002;

/** The figures that are always in sight. */
export function SummaryBar({
  computed,
  of: drawn,
  stale,
  failed,
}: Pick<ComputedPlan, 'computed' | 'of' | 'stale' | 'failed'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const unknown = text('planner.summary.unknown');
  const of = computed?.figures;
  const homeKnown = drawn?.settings.takeOff != null;
  const overText = ({ over, obstacle }: PlanClearance, value: string): string => {
    if (over === 'bareGround') return text('planner.summary.overBareGround', { value });
    const what = [obstacle?.name, obstacle?.layer].find((one) => one !== undefined && one !== '');
    return what === undefined ? value : text('planner.summary.overObstacle', { value, what });
  };
  const clearanceText = (clearance: PlanClearance): string => {
    const { lowest, unread } = clearance;
    const value = lowest === null ? unknown : overText(clearance, figures.height(lowest));
    if (unread.length === 0) return value;
    return text('planner.summary.notRead', { value, list: unread.join(text('monitor.listComma')) });
  };
  const { groundSampleDistance = null, count = 0, spacing = null } = of?.photos ?? {};
  const facts: [string, string, alarm?: boolean][] = of
    ? [
        [text('planner.summary.length'), figures.length(of.length)],
        [text('route.duration'), figures.duration(of.time.line)],
        [text('route.flightTime'), homeKnown ? figures.duration(of.time.total) : unknown],
        [text('planner.summary.points'), figures.amount(of.points)],
        [text('planner.summary.photos'), figures.amount(count)],
        ...(groundSampleDistance === null
          ? []
          : [
              [
                text('planner.summary.gsd'),
                text('planner.summary.gsdValue', {
                  value: figures.amount(groundSampleDistance * 100, undefined, 2),
                }),
              ] as [string, string],
            ]),
        ...(spacing === null
          ? []
          : [[text('planner.summary.spacing'), figures.height(spacing)] as [string, string]]),
        ...(of.area === null
          ? []
          : [
              [
                text('planner.summary.area'),
                text('region.squareMetre', { value: figures.amount(of.area, undefined, 0) }),
              ] as [string, string],
            ]),
        ...(computed?.uncovered == null || of.area === null
          ? []
          : [
              [
                text('planner.summary.uncovered'),
                text('region.squareMetre', { value: figures.amount(computed.uncovered, undefined, 0) }),
                computed.uncovered > bareAtMost * of.area,
              ] as [string, string, boolean],
            ]),
        [
          text('planner.summary.battery'),
          `${figures.amount(of.battery.share * 100, undefined, 0)}%`,
          !of.battery.enough,
        ],
        [text('planner.summary.flights'), figures.amount(of.battery.flights.length)],
        [
          text('planner.summary.clearance'),
          clearanceText(of.clearance),
          of.clearance.unread.length > 0 || (of.clearance.lowest !== null && of.clearance.lowest < 0),
        ],
        [text('planner.summary.farthest'), of.farthest === null ? unknown : figures.length(of.farthest)],
      ]
    : [];
  return (
    <section aria-label={text('planner.summary')} className="planner-summary ey-row" aria-busy={stale}>
      {failed ? <span role="alert">{text('planner.summary.failed')}</span> : null}
      {!of && !failed ? <span className="ey-muted">{text('planner.summary.computing')}</span> : null}
      <dl>
        {facts.map(([label, value, alarm]) => (
          <div key={label} className={alarm ? 'planner-alarm' : undefined}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
