import { allCalls, extraPaths } from '@eyrie/domain';
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

const row = (method: string, path: string, summary: string, permission: string): string =>
  `<tr><td><code>${escape(method)}</code></td><td><code>${escape(path)}</code></td><td>${escape(summary)}</td><td>${escape(permission)}</td></tr>`;

/** A readable page of every call; shapes are in /openapi.json. */
export const referencePage = (): string => {
  const rows = [...allCalls, ...extraPaths].map((one) =>
    row(one.method, one.path, one.summary, permissionText(one)),
  );
  return descriptionPage(
    'Eyrie calls',
    `<p>${allCalls.length} calls. Shapes: <a href="/openapi.json">openapi.json</a>. Devices: <a href="/asyncapi">asyncapi</a></p>
<table><thead><tr><th>Method</th><th>Path</th><th>What</th><th>Allowed for</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
};
