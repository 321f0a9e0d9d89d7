import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useDesk, type DeskNow } from './desk.queries.ts';
import { Notes } from './notes.tsx';
import { OpenAlarms, OpenOrders, Way } from './open-things.tsx';
import './desk.css';

type Post = DeskNow['people'][number]['posts'][number];

/** What somebody does with a dock. */
function PostLine({ post: { dockOID, dockName, control, since } }: { post: Post }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <li>
      {text(control === null ? 'desk.watches' : `desk.control.${control}`)}{' '}
      <Way page="/PortMonitorSee" oid={dockOID}>
        {dockName}
      </Way>
      {since === null ? null : (
        <span className="desk-hint"> {text('desk.since', { time: figures.time(since) })}</span>
      )}
    </li>
  );
}

function People({ now: { people, peopleMore } }: { now: DeskNow }): ReactNode {
  const text = useText();
  return (
    <section aria-labelledby="desk-people">
      <h3 id="desk-people">{text('desk.people')}</h3>
      {people.length === 0 ? <p className="desk-hint">{text('desk.nobody')}</p> : null}
      <ul className="desk-list">
        {people.map(({ oid, name, posts }) => (
          <li key={oid}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <ul>
              {posts.map((post) => (
                <PostLine key={`${post.dockOID} ${post.control}`} post={post} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {peopleMore ? <p className="desk-hint">{text('desk.more')}</p> : null}
    </section>
  );
}

/** The desk of a shift: who does what now, what is open, and what one shift leaves to the next. */
export function Desk(): ReactNode {
  const text = useText();
  const answer = useDesk();
  const { data: now } = answer;
  return (
    <section className="card" aria-labelledby="desk">
      <h2 id="desk">{text('desk.title')}</h2>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          now ? (
            <div className="desk">
              <People now={now} />
              {now.alarms || now.orders ? (
                <section aria-labelledby="desk-open">
                  <h3 id="desk-open">{text('desk.open')}</h3>
                  {now.alarms ? <OpenAlarms alarms={now.alarms} /> : null}
                  {now.orders ? <OpenOrders orders={now.orders} /> : null}
                </section>
              ) : null}
              <Notes notes={now.notes} />
            </div>
          ) : null
        }
      </Loaded>
    </section>
  );
}
