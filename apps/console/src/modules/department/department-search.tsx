import { limits, type DepartmentMatch } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useDepartmentSearch } from './department.queries.ts';

export interface DepartmentSearchProps {
  keyword: string;
  onChoose: (match: DepartmentMatch) => void;
}

/** Departments that fit what was typed, each with the way to it. */
export function DepartmentMatches({ keyword, onChoose }: DepartmentSearchProps): ReactNode {
  const text = useText();
  const found = useDepartmentSearch(keyword);
  const { data } = found;
  const list = data?.list ?? [];
  const total = data?.total ?? 0;
  const matches = (): ReactNode => (
    <div className="department-matches ey-scroll">
      <p className="department-none ey-hint" role="status">
        {total === 0 ? text('department.noneFound') : text('department.found', { count: total })}
      </p>
      <ul>
        {list.map((match) => (
          <li key={match.oid}>
            <button type="button" className="department-match" onClick={() => onChoose(match)}>
              <bdi>{match.name}</bdi>
              <small>
                <bdi>
                  {match.path
                    .slice(0, -1)
                    .map((step) => step.name)
                    .join(' / ')}
                </bdi>
              </small>
            </button>
          </li>
        ))}
      </ul>
      {total > list.length ? (
        <p className="department-none ey-hint">
          {text('department.foundMore', { most: limits.department.matches })}
        </p>
      ) : null}
    </div>
  );
  return <Loaded state={loadStateOf(found)}>{matches}</Loaded>;
}
