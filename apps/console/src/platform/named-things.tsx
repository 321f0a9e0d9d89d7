import type { ReactNode } from 'react';
import './named-things.css';

export interface NamedThing {
  oid: string;
  name: string;
}

export interface NamedThingsProps {
  things: readonly NamedThing[];
  /** How many there are; only the first of them are named. */
  total: number;
  /** Says how many more there are. */
  more: (count: number) => string;
  /** Where a thing can be seen; null: nowhere that this member may go. */
  linkTo: (thing: NamedThing) => string | null;
  onFollow: () => void;
}

/** Things by name, each leading to where it can be seen and moved. */
export function NamedThings({ things, total, more, linkTo, onFollow }: NamedThingsProps): ReactNode {
  return (
    <div className="named-things">
      <ul>
        {things.map((thing) => {
          const link = linkTo(thing);
          const name = <bdi>{thing.name}</bdi>;
          return (
            <li key={thing.oid}>
              {link ? (
                <a href={link} onClick={onFollow}>
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          );
        })}
      </ul>
      {total > things.length ? <p>{more(total - things.length)}</p> : null}
    </div>
  );
}
