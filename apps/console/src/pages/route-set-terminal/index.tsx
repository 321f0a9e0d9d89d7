import { routeTypes } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { OpenEditor, RouteKinds, useOpening, useRouteSearch } from '../../modules/route/index.ts';
import { askWind } from '../../modules/weather/index.ts';
import { LanguageChoice } from '../../platform/language-choice.tsx';
import { useText } from '../../platform/text.tsx';
import './route-set-terminal.css';

/** Routes that can be opened; only for who is signed in. */
function Stored({ onOpen }: { onOpen: (oid: string) => void }): ReactNode {
  const text = useText();
  const { data } = useRouteSearch('');
  const routes = data?.list ?? [];
  if (routes.length === 0) return null;
  return (
    <section aria-label={text('route.title')}>
      <h2>{text('route.title')}</h2>
      <ul className="ey-list ey-stack ey-gap-8">
        {routes.map(({ oid, name }) => (
          <li key={oid}>
            <Button block size="large" onClick={() => onOpen(oid)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The planner on a tablet in the field. @param onSignIn nobody is signed in: what is drawn stays on this device until then */
export default function RouteSetTerminalPage({ onSignIn }: { onSignIn?: () => void }): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const plan = query.get('plan');
  const { key, onSaved, onOpen } = useOpening(plan ?? '');
  if (plan !== null && (plan === 'new' || !onSignIn))
    return (
      <OpenEditor
        key={key}
        touch
        oid={plan === 'new' ? null : plan}
        kind={routeTypes.find((one) => one === query.get('kind')) ?? 'waypoint'}
        onSaved={onSaved}
        onOpen={onOpen}
        onBack={() => setQuery({})}
        {...(onSignIn ? { onSignIn } : { askWind })}
      />
    );
  return (
    <div className="terminal-begin">
      <header>
        <h1>{text('planner.terminal')}</h1>
        {onSignIn ? (
          <>
            <LanguageChoice />
            <Button size="large" type="primary" onClick={onSignIn}>
              {text('planner.signIn')}
            </Button>
          </>
        ) : null}
      </header>
      <h2>{text('planner.newTitle')}</h2>
      <RouteKinds onChosen={(kind) => setQuery({ plan: 'new', kind })} />
      {onSignIn ? (
        <p className="ey-muted">{text('planner.terminalHint')}</p>
      ) : (
        <Stored onOpen={(oid) => setQuery({ plan: oid })} />
      )}
    </div>
  );
}
