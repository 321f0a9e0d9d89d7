import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';

/**
 * The address that other systems open a dock's monitor by. Its one-time code was spent before the first
 * picture; what is left goes to the monitor.
 */
export default function PortMonitorProxyPage(): ReactNode {
  const [query] = useSearchParams();
  const kept = new URLSearchParams();
  for (const name of ['oid', 'taskOID']) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return <Navigate to={`/PortMonitorSee?${kept.toString()}`} replace />;
}
