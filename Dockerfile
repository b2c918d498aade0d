FROM node:24-bookworm-slim AS build
WORKDIR /opt/gatehouse
# Packages by the lock files, and no script of any of them: what a script would download comes with the packages.
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY web/package.json web/package-lock.json web/
RUN --mount=type=cache,target=/root/.npm npm ci --prefix web --ignore-scripts --no-audit --no-fund
COPY . .
# What runs, with the two packages that cannot be bundled.
RUN node bin/complete.mjs /opt/release

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Gatehouse" \
  org.opencontainers.image.description="API management whose own management is a GraphQL API"
RUN ln -s /opt/gatehouse/bin/gatehouse.mjs /usr/local/bin/gatehouse && install -d -o node -g node /data
COPY --from=build /opt/release /opt/gatehouse
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=1048576 \
  MALLOC_TRIM_THRESHOLD_=1048576 \
  UV_THREADPOOL_SIZE=12 \
  NODE_OPTIONS=--v8-pool-size=1
# Nothing else is written but /tmp: the root file system may be read-only.
VOLUME /data
WORKDIR /data
# By number, so that Kubernetes can tell that it is not root: the user node of the base image.
USER 1000:1000
EXPOSE 8080 8090 9000 9100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9100}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["gatehouse"]
CMD ["start"]
