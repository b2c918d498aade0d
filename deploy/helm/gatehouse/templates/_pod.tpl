{{- define "gatehouse.podSecurity" -}}
automountServiceAccountToken: false
# A Service named gateway would set GATEWAY_PORT to something else than a port.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "gatehouse.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{- define "gatehouse.mounts" -}}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  {{- range .tlsSecrets }}
  - name: tls-{{ . }}
    mountPath: {{ include "gatehouse.tlsFolder" . }}
    readOnly: true
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Of a list of Secrets. */}}
{{- define "gatehouse.certificates" -}}
{{- if . }}
- name: TLS_CERTIFICATES
  value: {{ range $index, $secret := . }}{{ if $index }},{{ end }}{{ include "gatehouse.tlsFolder" $secret }}{{ end }}
{{- end }}
{{- end -}}

{{- define "gatehouse.tlsFolder" -}}
/etc/gatehouse/tls/{{ . }}
{{- end -}}

{{/* The last snapshot of a gateway outlives its container, so that it serves on without the database; not its pod. */}}
{{- define "gatehouse.volumes" -}}
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  {{- range .tlsSecrets }}
  - name: tls-{{ . }}
    secret:
      secretName: {{ . }}
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "gatehouse.scheduling" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "gatehouse.stores" -}}
{{- range $name := list "DATABASE_URL" "REDIS_URL" "SECRET_KEY" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.existingSecret }}
      key: {{ $name }}
{{- end }}
{{- range $name := list "DATABASE_LISTEN_URL" "NATS_URL" "NATS_CREDENTIALS" "SECRET_KEY_OLD" "METRICS_TOKEN" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.existingSecret }}
      key: {{ $name }}
      optional: true
{{- end }}
{{- end -}}

{{/* Of the control plane alone: who administers, and the mail server. */}}
{{- define "gatehouse.entrance" -}}
{{- range $name := list "ADMIN_TOKEN" "OIDC_CLIENT_SECRET" "SMTP_URL" "MAIL_DKIM_KEY" }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.existingSecret }}
      key: {{ $name }}
      optional: true
{{- end }}
{{- end -}}

{{- define "gatehouse.urls" -}}
- name: GATEWAY_URL
  value: {{ .Values.gatewayUrl | quote }}
- name: CONTROL_URL
  value: {{ .Values.controlUrl | quote }}
- name: GRAPHQL_SERVER_URL
  value: http://{{ include "gatehouse.name" . }}-graphql-server.{{ .Release.Namespace }}.svc:{{ include "gatehouse.port" "graphql-server" }}
- name: DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
{{- end -}}
