import type { CoverageFigures } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Suspense, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { lazyPart } from '../../platform/loading.ts';
import { useText } from '../../platform/text.tsx';
import { useCoverage } from './report.queries.ts';
import { Rows } from './rows.tsx';

const CoverageMap = lazyPart(() => import('./coverage-map.tsx'));

type Route = CoverageFigures['routes'][number];

/** Square metres in a hectare. */
const hectare = 10_000;

function Remarks({ fault, terrain, unused }: Route): ReactNode {
  const text = useText();
  return (
    <ul className="report-remarks">
      {fault ? <li>{text(`inspectionReport.coverageFault.${fault}`)}</li> : null}
      {fault === null && !terrain ? <li>{text('inspectionReport.coverageLevel')}</li> : null}
      {unused.map(({ reason, count }) => (
        <li key={reason}>{text(`inspectionReport.unusedPhoto.${reason}`, { count })}</li>
      ))}
    </ul>
  );
}

function Compared({ coverage }: { coverage: CoverageFigures }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const area = (metres: number | null): string =>
    metres === null ? '–' : text('inspectionReport.hectares', { value: figures.amount(metres / hectare) });
  const share = (promised: number | null, seen: number | null): string =>
    promised === null || seen === null || promised <= 0 ? '–' : figures.amount((seen / promised) * 100, '%');
  const { promised, seen, routes, rest } = coverage;
  if (routes.length === 0) return <p>{text('inspectionReport.coverageNone')}</p>;
  return (
    <>
      <p>
        {text('inspectionReport.coverageSays', {
          promised: area(promised),
          seen: area(seen),
          share: share(promised, seen),
        })}
      </p>
      <p>{text('inspectionReport.coverageMeans')}</p>
      <Rows
        caption={text('inspectionReport.coverage')}
        head={(['route', 'promised', 'seen', 'share', 'photos', 'remarks'] as const).map((name) =>
          text(`inspectionReport.coverage.${name}`),
        )}
        rows={routes.map((route) => ({
          key: route.oid,
          cells: [
            <bdi key="route">{route.name}</bdi>,
            area(route.promised),
            area(route.seen),
            share(route.promised, route.seen),
            figures.amount(route.used),
            <Remarks key="remarks" {...route} />,
          ],
        }))}
      />
      {rest > 0 ? <p>{text('inspectionReport.coverageRest', { count: rest })}</p> : null}
      {routes.some(({ ground }) => ground.length > 0) ? (
        <>
          <Suspense fallback={null}>
            <CoverageMap routes={routes} />
          </Suspense>
          <p>{text('inspectionReport.coverageLegend')}</p>
        </>
      ) : null}
    </>
  );
}

/** Coverage promised against seen; compared once a visit, because it looks at all photos of the month. */
export function Coverage({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const answer = useCoverage(oid);
  return (
    <section aria-label={text('inspectionReport.coverage')}>
      <h3>{text('inspectionReport.coverage')}</h3>
      <Loaded state={loadStateOf(answer)}>
        {() => {
          if (!answer.data) return null;
          const { coverage } = answer.data;
          return coverage ? (
            <Compared coverage={coverage} />
          ) : (
            <p>{text('inspectionReport.coverageNever')}</p>
          );
        }}
      </Loaded>
    </section>
  );
}
