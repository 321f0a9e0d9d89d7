import { useState, type ReactNode } from 'react';
import { createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { FieldAway } from '../modules/work-order/index.ts';
import { Providers } from './shell.tsx';
import '../pages/work-order-field/work-order-field.css';

/** Work in the field where there is no connection to ask for the session: kept here, sent once it is known again. */
export function FieldAwayPage({ member }: { member: string }): ReactNode {
  const [router] = useState(() =>
    createHashRouter([
      {
        path: '*',
        element: (
          <Providers>
            <FieldAway member={member} />
          </Providers>
        ),
      },
    ]),
  );
  return <RouterProvider router={router} />;
}
