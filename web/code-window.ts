const LOOK_MS = 200;

/**
 * Opens the window in which a person signs in. Browsers allow it as long as it belongs to a click, so it opens before
 * anything is waited for. Null where the browser does not allow it.
 */
export const openCodeWindow = (): Window | null =>
  window.open('about:blank', '_blank', 'popup,width=520,height=720');

/** Waits until the window is at the page where it ends. Undefined where it was closed before. */
export async function returnedTo(opened: Window, returnUrl: string): Promise<URL | undefined> {
  while (!opened.closed) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // A page of another origin does not tell its address.
    const href = addressOf(opened);
    if (href?.startsWith(`${returnUrl}?`)) return new URL(href);
  }
  return undefined;
}

function addressOf(opened: Window): string | undefined {
  try {
    return opened.location.href;
  } catch {
    return undefined;
  }
}
