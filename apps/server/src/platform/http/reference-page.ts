import {
  accessTokenMark,
  allCalls,
  extraPaths,
  isOpenToTokens,
  limits,
  taskCalls,
  webhookEvents,
  webhookExamples,
  webhookSummaries,
  workOrderCalls,
} from '@eyrie/domain';
import { permissionText } from './openapi.ts';

/** Text as it may stand in a page. */
export const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** The frame of a readable description. */
export const descriptionPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<style>body{font:14px/1.5 system-ui;margin:24px;max-width:1400px}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #ccd;padding:4px 8px;text-align:start;vertical-align:top}tr:nth-child(even){background:#f4f6f8}
pre{background:#f4f6f8;padding:8px;overflow:auto}</style></head>
<body><h1>${escape(title)}</h1>${body}</body></html>`;

const row = (method: string, path: string, summary: string, permission: string, tokens: boolean): string =>
  `<tr><td><code>${escape(method)}</code></td><td><code>${escape(path)}</code></td><td>${escape(summary)}</td><td>${escape(permission)}</td><td>${tokens ? 'yes' : ''}</td></tr>`;

const example = (path: string, body: object): string =>
  `<pre>${escape(`curl -X POST https://eyrie.example${path} \\
  -H 'Authorization: Bearer ${accessTokenMark}…' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`)}</pre>`;

/** How programs call: with an access token, and what it can and cannot do. */
const tokensPart = (): string => `<h2>Access tokens</h2>
<p>A program sends an access token as <code>Authorization: Bearer ${accessTokenMark}…</code>. Members make their own under
<a href="/#/personalInfo?tab=tokens">Account</a>; those of services are made under <a href="/#/operation?tab=tokens">Operations</a>.
A token has some of its maker's rights, is read only or bound to named calls, has an end and a number of calls a minute
(${limits.accessToken.perMinuteMost} at most, counted over all servers), and is refused at once when it is revoked. It never gives
orders to devices: the calls that it may make are marked in the last column, all others answer 403 with the reason
<code>tokenRefused</code>. Beyond its rate it is answered 429 with <code>Retry-After</code> and the reason <code>tokenRate</code>.</p>
${example(taskCalls.query.path, { pageNum: 1, pageSize: 20 })}
${example(workOrderCalls.claim.path, { oid: '0199c0de-0000-7000-8000-000000000001' })}`;

/** Events by their name, each with one message. */
const webhooksPart = (): string => {
  const rows = webhookEvents.map(
    (event) =>
      `<tr><td><code>${escape(event)}</code></td><td>${escape(webhookSummaries[event])}</td><td><pre>${escape(
        JSON.stringify(webhookExamples[event], null, 1),
      )}</pre></td></tr>`,
  );
  return `<h2>Webhooks</h2>
<p>Sent as <code>POST</code> to the addresses under <a href="/#/operation?tab=webhooks">Operations</a>, as
<code>{"type", "timestamp", "data"}</code>, signed as Standard Webhooks says. An answer of 2xx takes the event; every other
one, or none within ${limits.webhook.answer / 1_000} s, is followed by ${limits.webhook.retries.length} more attempts under the same
<code>webhook-id</code>. Shapes: <code>webhooks</code> of <a href="/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th>Event</th><th>When</th><th>data</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
};

/** A readable page of every call; shapes are in /openapi.json. */
export const referencePage = (): string => {
  const rows = [...allCalls, ...extraPaths].map((one) =>
    row(one.method, one.path, one.summary, permissionText(one), 'effect' in one && isOpenToTokens(one)),
  );
  return descriptionPage(
    'Eyrie calls',
    `<p>${allCalls.length} calls. Shapes: <a href="/openapi.json">openapi.json</a>. Devices: <a href="/asyncapi">asyncapi</a></p>
${tokensPart()}
${webhooksPart()}
<h2>Calls</h2>
<table><thead><tr><th>Method</th><th>Path</th><th>What</th><th>Allowed for</th><th>Access tokens</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
};
