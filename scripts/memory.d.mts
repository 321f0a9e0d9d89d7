export declare const allocator: Readonly<Record<string, string>>;
