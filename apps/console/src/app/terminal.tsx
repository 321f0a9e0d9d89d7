import { useState, type ReactNode } from 'react';
import { createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import RouteSetTerminalPage from '../pages/route-set-terminal/index.tsx';
import { leaveTerminal } from './terminal-address.ts';
import { Providers } from './shell.tsx';

/** The planner for the field where nobody is signed in: drawn here, kept on this device, saved after signing in. */
export function Terminal(): ReactNode {
  const [router] = useState(() =>
    createHashRouter([
      {
        path: '*',
        element: (
          <Providers>
            <main className="terminal">
              <RouteSetTerminalPage onSignIn={leaveTerminal} />
            </main>
          </Providers>
        ),
      },
    ]),
  );
  return <RouterProvider router={router} />;
}
