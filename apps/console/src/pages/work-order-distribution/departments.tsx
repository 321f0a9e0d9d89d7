import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { Situation } from './use-situation.ts';

interface DepartmentsProps {
  departments: Situation['departments'];
  chosen: string | null;
  onChoose: (groupOID: string | null) => void;
}

function Choice({
  name,
  chosen,
  onChoose,
}: {
  name: string;
  chosen: boolean;
  onChoose: () => void;
}): ReactNode {
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose}>
      <bdi>{name}</bdi>
    </button>
  );
}

/** How each department stands; one that is chosen is shown alone, and chosen again all of them are. */
export function Departments({ departments, chosen, onChoose }: DepartmentsProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <details className="orders-departments" open={chosen !== null}>
      <summary>{text('workOrder.byDepartment')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('workOrder.department')}</th>
            <th scope="col">{text('workOrder.count')}</th>
            <th scope="col">{text('workOrder.openCount')}</th>
            <th scope="col">{text('workOrder.ageing')}</th>
          </tr>
        </thead>
        <tbody>
          {departments.map(({ oid, name, count, open, ageing }) => (
            <tr key={oid}>
              <td>
                <button
                  type="button"
                  aria-label={name}
                  aria-pressed={oid === chosen}
                  onClick={() => onChoose(oid === chosen ? null : oid)}
                >
                  <bdi>{name}</bdi>
                </button>
              </td>

              <th scope="row">
                <Choice
                  name={name}
                  chosen={oid === chosen}
                  onChoose={() => onChoose(oid === chosen ? null : oid)}
                />
              </th>
              <td>{figures.amount(count)}</td>
              <td>{figures.amount(open)}</td>
              <td>{figures.amount(ageing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
