import { orderAges, statisticsCalls } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import type { Period } from './period.queries.ts';
import './measure-chart.css';

const refetchInterval = 60_000;

/** Work orders that are open at this moment, by state and by how long ago they were made. */
export function OrderAges({ groupOID }: Pick<Period, 'groupOID'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const asked = groupOID === undefined ? {} : { groupOID };
  const answer = useQuery({
    queryKey: ['statistics', 'orderAge', groupOID],
    queryFn: ({ signal }) => call(statisticsCalls.orderAge, asked, { signal }),
    refetchInterval,
  });
  return (
    <section className="card measure-chart" aria-labelledby="order-ages">
      <div className="measure-head ey-row ey-gap-12">
        <h3 id="order-ages">{text('statistics.orderAge')}</h3>
      </div>
      <Loaded state={loadStateOf(answer)}>
        {() => (
          <>
            <p>{text('statistics.orderAgeSentence', { count: answer.data?.total ?? 0 })}</p>
            <div className="ey-scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{text('field.state')}</th>
                    {orderAges.map((age) => (
                      <th key={age} scope="col">
                        {text(`statistics.orderAge.${age}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {answer.data?.states.map(({ state, ages }) => (
                    <tr key={state}>
                      <th scope="row">{text(`workOrder.state.${state}`)}</th>
                      {ages.map(({ age, count }) => (
                        <td key={age}>
                          <bdi>{figures.amount(count)}</bdi>
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
