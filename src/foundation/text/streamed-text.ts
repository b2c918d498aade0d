/** Sends text as fast as it is received. The next page is read when the one before is on its way. */
export function streamedText(
  begin: string,
  pages: AsyncGenerator<string, undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      if (begin !== '') controller.enqueue(encoder.encode(begin));
    },
    async pull(controller) {
      const { value, done } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}
