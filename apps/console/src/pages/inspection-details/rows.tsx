import type { ReactNode } from 'react';

interface Row {
  key: string;
  cells: readonly ReactNode[];
}

/** A table whose first cell of each row is its name; nothing where there are no rows. */
export function Rows(part: { caption: string; head: readonly string[]; rows: readonly Row[] }): ReactNode {
  const { caption, head, rows } = part;
  if (rows.length === 0) return null;
  return (
    <table className="report-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={head[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
